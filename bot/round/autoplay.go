package round

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/wallet"
	"holecard/storage"
)

// autoplay plays a round as far as it goes without asking: for the house where
// that decides, and for the player by a strategy, or by the buttons pressed.
type autoplay struct {
	strategy.Match
	by     playedBy          // the strategies it is made of
	answer *blackjack.Action // to the next question of a strategy, nil for none
}

// ownHouse is the tables' own house.
var ownHouse = strategy.StopAt(tables.HouseStops)

// errAsked tells that the player has to be asked.
var errAsked = errors.New("the player is asked")

// playedBy is who plays a hand, as expressions.
type playedBy struct {
	player string // empty for the person
	house  string // empty for the table's own
}

// newAutoplay returns the newAutoplay of a hand that is to be dealt. The error is that of an
// expression, or of a house that cannot be chosen: see [HouseOf] and
// [ErrWeakHouse].
func (s *Rounds) newAutoplay(ctx context.Context, t tables.Table,
	by playedBy) (*autoplay, error) {
	p, err := s.seat(ctx, t.Rules, by.player, &t.Rules)
	if err != nil || by.house == "" {
		return p, err
	}
	if p.House, err = HouseOf(t, by.house); err != nil || s.PlayersEdge {
		return p, err
	}
	edge, err := s.Edge(ctx, t.Rules, p.House)
	if err == nil && edge < 0 {
		err = ErrWeakHouse.With(refuse.Code(by.house), refuse.Share(-edge))
	}
	return p, err
}

// seat returns the autoplay of a player's expression, which is checked against the
// rules, nil for none, and of the table's own house.
func (s *Rounds) seat(
	ctx context.Context, rules blackjack.Rules, expression string, checked *blackjack.Rules,
) (p *autoplay, err error) {
	p = asking()
	if expression != "" {
		var plays strategy.Strategy
		plays, err = strategy.Parse(expression, strategy.Env{
			Rules: checked,
			Basic: func() (strategy.Chart, error) { return s.Basic(ctx, rules) },
			Ask:   p.ask,
		})
		p.Seats = []strategy.Strategy{plays}
	}
	return p, err
}

// What is refused of a house.
var (
	ErrFixedDealer = refuse.New("fixed.dealer", "the dealer follows fixed rules", "table")
	ErrWeakHouse   = refuse.New("weak.house", "players have an edge against the house", "house",
		"edge")

	// ErrHouseBasic is the cause of the error where the house is to play basic.
	ErrHouseBasic = refuse.New("house.basic", "basic is not for the house")
)

// HouseOf returns the strategy of the house that an expression makes. Nobody can
// be asked in it. The error is [ErrFixedDealer] or that of the expression.
func HouseOf(t tables.Table, expression string) (strategy.Strategy, error) {
	if !t.Rules.HouseDecides {
		return nil, ErrFixedDealer.With(t.Title)
	}
	return strategy.Parse(expression, strategy.Env{
		Rules: &t.Rules,
		Basic: func() (strategy.Chart, error) { return strategy.Chart{}, ErrHouseBasic },
		Lacks: strategy.Extras,
	})
}

// Opponent returns the strategy that was chosen for the house, nil for the table's
// own.
func (h Hand) Opponent() (strategy.Strategy, error) { return KeptHouse(h.House) }

// KeptHouse reads the expression of a house that was checked when the hand was
// dealt, nil for none.
func KeptHouse(expression string) (strategy.Strategy, error) {
	if expression == "" {
		return nil, nil
	}
	return strategy.Parse(expression, strategy.Env{})
}

// asking returns the autoplay that leaves the seat to the player, and plays the
// table's own house.
func asking() *autoplay { return &autoplay{Match: strategy.Match{House: ownHouse}} }

// autoplayOf returns the autoplay of a hand. Its strategies are those that were accepted
// when the hand was dealt, also if this version would refuse them.
func (s *Rounds) autoplayOf(ctx context.Context, hand *playedError) (*autoplay, error) {
	p, err := s.seat(ctx, hand.rules, hand.player, nil)
	if err != nil {
		return p, err
	}
	p.by = hand.playedBy
	if hand.house != "" {
		p.House, err = KeptHouse(hand.house)
	}
	return p, err
}

func (p *autoplay) ask(*strategy.Situation) (blackjack.Action, error) {
	if p.answer == nil {
		return 0, errAsked
	}
	a := *p.answer
	p.answer = nil
	return a, nil
}

// advance plays on with the chips of each seat until a player is asked or the round is over.
// The answer is the action of the player in turn, or given to the first question of the
// strategy that plays for them. An action that only the wallet forbids is a [*wallet.ShortError].
func (p *autoplay) advance(
	r blackjack.Round, answer *blackjack.Action, purses ...storage.Chips,
) (blackjack.Round, error) {
	for i, purse := range purses {
		r = r.Fund(blackjack.Seat(i), purse)
	}
	p.answer, p.Random = answer, lots()
	var err error
	if answer != nil && p.Of(r.Turn()) == nil {
		r, err = r.Play(r.Turn(), *answer)
	}
	if err == nil {
		r, err = p.Play(r, nil)
	}
	if errors.Is(err, errAsked) {
		return r, nil
	}
	if illegal, ok := errors.AsType[*blackjack.IllegalError](err); ok {
		who, cost := r.Turn(), r.Cost(illegal.Action)
		if who != blackjack.House && r.LegalWith(who, cost).Has(illegal.Action) {
			return r, &wallet.ShortError{Need: cost, Balance: purses[who], Held: r.Staked(who)}
		}
	}
	return r, err
}

// ErrNoLimit means that a strategy is to bet, and the player did not say how much at most.
var ErrNoLimit = refuse.New("bet.limit", "a strategy bets without a limit")

// lots returns what strategies draw lots from.
func lots() strategy.Random { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// player returns the strategy that plays for the player, nil for none.
func (p *autoplay) player() strategy.Strategy { return p.Of(0) }

// bets reports whether the strategy of the player says how much to bet.
func (p *autoplay) bets() bool {
	a := p.player()
	return a != nil && strategy.NeedsOf(a).Bets
}

// remember shows the strategy of the player the cards that were dealt before a hand.
func (s *Rounds) remember(p *autoplay, k *Stored) {
	if a := p.player(); a != nil && strategy.NeedsOf(a).Memory {
		p.Earlier = s.Earlier(k)
	}
}

// limit returns the most that a strategy may bet: the bet that the player named. The
// button of the player's last hand keeps the limit that this was dealt with.
func (p setup) limit(w wallet.Wallet) (storage.Chips, error) {
	switch {
	case p.Bet == 0:
		return 0, ErrNoLimit
	case p.again && !p.named && !p.Practice && p.after == w.Profile.LastHand:
		return w.Profile.LastBet, nil
	}
	return p.Bet, nil
}

// wished returns what a strategy bets within a limit. Where that is no bet at all it is
// the limit, which is refused in the words of any bet.
func (s *Rounds) wished(r storage.Reader, v interact.By, p setup, w wallet.Wallet,
	limit storage.Chips) (storage.Chips, error) {
	rules := p.table.Rules
	memory, err := s.memory(r, v.Player, p.table)
	if err != nil {
		return 0, err
	}
	chips := purse(p.Practice, w.Balance-p.Sides.Sum())
	stands := strategy.Standing{Bankroll: chips, First: chips, Unit: rules.MinBet,
		Min: rules.MinBet, Max: min(rules.MaxBet, limit), Memory: &memory, Random: lots()}
	if w.Profile.LastHand != 0 {
		last, err := readHand(r, w.Profile.LastHand)
		switch {
		case err == nil:
			stands.LastBet, stands.Last = last.Game.Bet(0), last.Seats[0].Net
		case !errors.Is(err, ErrDropped) && !errors.Is(err, ErrNoHand):
			return 0, err
		}
	}
	if bet := strategy.Stake(p.autoplay.player(), &stands); bet > 0 {
		return bet, nil
	}
	return limit, nil
}

// memory returns what a player saw of the cards that the next hand is dealt from.
func (s *Rounds) memory(r storage.Reader, player storage.Player,
	t tables.Table) (strategy.Memory, error) {
	m := strategy.NewMemory(&t.Rules)
	deck, err := readDeck(r, player, t)
	if err != nil || deck == nil {
		return m, err
	}
	left := CardsOf(deck)
	if t.Rules.Low(left) || deck.Shuffle.Server.Zero() {
		return m, nil
	}
	cards := s.Shuffle(inputs(deck.Shuffle), t.Rules)
	if deck.Dealt > len(cards) || !slices.Equal(cards[deck.Dealt:], left) {
		return m, nil
	}
	for _, c := range cards[:deck.Dealt] {
		m.See(c)
	}
	return m, nil
}

// Step is a moment of a round that is watched: the deal first, then what each
// decision led to.
type Step struct {
	Actor  blackjack.Seat
	Action blackjack.Action // meaningless for the deal
	View   blackjack.View
}

// watchedStake is what a round is played for that is only watched: chips that
// nobody has, and enough of them for every action.
const watchedStake = 10

// Watch plays a round between strategies, for no chips, and returns its steps.
// The house's strategy is nil where the house decides nothing. The error is
// that of a strategy or of the shuffle.
func (s *Rounds) Watch(t tables.Table, player, house strategy.Strategy) ([]Step, error) {
	t.Rules.MinBet, t.Rules.MaxBet = watchedStake, watchedStake
	maker := &shoemaker{shuffle: s.Shuffle, rules: t.Rules}
	nobody := storage.Fairness{} // whose seeds are drawn, and forgotten
	_, r, err := s.dealFrom(nil, &nobody, 0, maker,
		blackjack.Bet{Stake: watchedStake, Purse: 100 * watchedStake})
	if err != nil {
		return nil, err
	}
	steps := []Step{{View: r.View()}}
	m := strategy.Match{Seats: []strategy.Strategy{player}, House: house, Random: lots()}
	_, err = m.Play(r,
		func(_ *strategy.Situation, did blackjack.Action, before, after blackjack.Round) {
			steps = append(steps, Step{before.Turn(), did, after.View()})
		})
	if err != nil {
		return nil, err
	}
	return steps, nil
}

// crew plays the seats of a seating whose players do not: strategies by their expressions,
// which are made before the transaction.
type crew struct {
	rules blackjack.Rules // that the strategies were made for
	by    map[string]strategy.Strategy
}

// crewError tells which strategies play the seats of a round, and by which rules, where one
// is missing.
type crewError struct {
	rules blackjack.Rules
	plays []string
}

func (e *crewError) Error() string { return "the strategies of the seats are not made" }

// quitter plays for who has left, and where a strategy cannot: it adds nothing to the stakes.
var quitter strategy.Strategy = passive{}

type passive struct{}

func (passive) Decide(s *strategy.Situation) (blackjack.Action, error) {
	if s.Legal.Has(blackjack.Decline) {
		return blackjack.Decline, nil
	}
	return blackjack.Stand, nil
}

func (passive) String() string { return "stand" }

// withCrew carries out something at a seating, and does so again with the strategies that its
// transaction has missed, which are made outside of it.
func (s *Rounds) withCrew(ctx context.Context, patient bool, do func(crew) error) error {
	var hired crew
	for {
		err := do(hired)
		missed, ok := errors.AsType[*crewError](err)
		if !ok {
			return err
		}
		if hired, err = s.muster(ctx, missed, patient); err != nil {
			return err
		}
	}
}

// muster makes the strategies that a transaction has missed. The error is
// [interact.ErrNotReady], or that of the context.
func (s *Rounds) muster(ctx context.Context, missed *crewError, patient bool) (crew, error) {
	c := crew{missed.rules, make(map[string]strategy.Strategy)}
	for _, expression := range missed.plays {
		if c.by[expression] != nil {
			continue
		}
		plays, err := s.hire(ctx, c.rules, nil, expression, patient)
		switch {
		case errors.Is(err, interact.ErrNotReady):
			return c, err
		case ctx.Err() != nil:
			return c, ctx.Err()
		case err != nil: // any more, by the rules that there are now
			plays = quitter
		}
		c.by[expression] = plays
	}
	return c, nil
}

// mayHire makes a strategy for somebody who wants to sit. The error is [ErrNoSeating], that
// of the expression, [interact.ErrNotReady] or the store's.
func (s *Rounds) mayHire(ctx context.Context, v interact.By, id storage.SeatingID,
	expression string) error {
	var rules blackjack.Rules
	err := s.Desk.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		t, err := readSeating(r, id)
		if err == nil { // whoever deals asks whether the table may be played
			table, _ := s.Guilds.Ruleset(t.settings, t.Table)
			rules = table.Rules
		}
		return err
	})
	if err == nil {
		_, err = s.hire(ctx, rules, &rules, expression, v.Patient)
	}
	return err
}

// hire makes a strategy that asks nobody. Who is not patient waits [chartTime] for it.
func (s *Rounds) hire(ctx context.Context, rules blackjack.Rules, checked *blackjack.Rules,
	expression string, patient bool) (strategy.Strategy, error) {
	if !patient {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, chartTime)
		defer cancel()
	}
	plays, err := strategy.Parse(expression, strategy.Env{
		Rules: checked,
		Basic: func() (strategy.Chart, error) { return s.Basic(ctx, rules) },
		Lacks: strategy.Needs{Memory: true, Bets: true},
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(interact.ErrNotReady, err)
	}
	return plays, err
}

// of returns who plays a seat, nil for its player.
func (c crew) of(t *seated, seat int) (strategy.Strategy, error) {
	k := t.round
	at := t.ChairOf(k.Seats[seat].User)
	switch plays := k.Seats[seat].Plays; {
	case at < 0 || t.Chairs[at].Leaving:
		return quitter, nil
	case plays == "":
		return nil, nil
	default:
		found, ok := c.by[plays]
		if ok && c.rules == k.Game.Rules() {
			return found, nil
		}
		missed := &crewError{rules: k.Game.Rules()}
		for _, s := range k.Seats {
			if s.Plays != "" {
				missed.plays = append(missed.plays, s.Plays)
			}
		}
		return nil, missed
	}
}

// playOn plays the round on until somebody is asked or it is over. Insurance is played
// when all have answered. It reports whether anything was played.
func (c crew) playOn(t *seated) (played bool, err error) {
	r := t.funded()
	if ready, err := c.insured(t, r); err != nil || !ready {
		return false, err
	}
	for r.Phase() != blackjack.Over {
		a, ok, err := c.decide(t, r)
		if err != nil {
			return played, err
		}
		if !ok {
			break
		}
		if who := r.Turn(); who >= 0 && !t.answers(who) {
			t.help(r, who)
		}
		if r, err = r.Play(r.Turn(), a); err != nil {
			return played, err
		}
		played = true
	}
	t.round.Game = r
	for i := range t.round.Seats { // of seats whose chips were gone, too
		t.round.Seats[i].Answer = 0
	}
	return played, nil
}

// answers reports whether the player of a seat has answered what all are asked.
func (t *seated) answers(who blackjack.Seat) bool {
	seat := t.round.Seats[who]
	return seat.Answer != 0 && !t.asleep[seat.User]
}

// decide returns what is played now, or false where a player is asked.
func (c crew) decide(t *seated, r blackjack.Round) (a blackjack.Action, ok bool, err error) {
	var by strategy.Strategy = ownHouse
	if who := int(r.Turn()); who >= 0 {
		seat := &t.round.Seats[who]
		_, asked := t.asked(r, who)
		switch {
		case r.Phase() == blackjack.Insuring && seat.Answer != 0:
			return blackjack.Action(seat.Answer), true, nil
		case !asked: // the chips for insurance are gone
			by = quitter
		default:
			if by, err = c.of(t, who); err != nil || by == nil {
				return 0, false, err
			}
		}
	}
	seen := strategy.See(r)
	seen.Random = lots()
	if a, err = by.Decide(&seen); err != nil || !seen.Legal.Has(a) {
		a, err = quitter.Decide(&seen)
	}
	return a, true, err
}

// insured reports whether all that are asked for insurance have answered, but for those
// who are played for.
func (c crew) insured(t *seated, r blackjack.Round) (all bool, err error) {
	all = true
	for i := range t.round.Seats {
		_, ok := t.asked(r, i)
		if !ok || r.Phase() != blackjack.Insuring {
			continue
		}
		by, err := c.of(t, i)
		if err != nil {
			return false, err
		}
		all = all && by != nil
	}
	return all, nil
}
