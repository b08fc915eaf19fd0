// Recognises playing cards in code spans, so that `A♠` can be drawn as a
// small card. Only how a span looks depends on it.

const CARD = /^(A|K|Q|J|10|[2-9])([♠♥♦♣])\uFE0E?\uFE0F?$/;
const HIDDEN = /^(\?{1,2}|🂠)$/;

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack" };
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

// cardOf returns {rank, suit, red, name} when text is exactly one card,
// {hidden: true, name} when it stands for a card face down, and null for all
// other text.
export function cardOf(text) {
  const trimmed = text.trim();
  if (HIDDEN.test(trimmed)) return { hidden: true, name: "face-down card" };
  const match = CARD.exec(trimmed);
  if (!match) return null;
  const [, rank, suit] = match;
  const red = suit === "♥" || suit === "♦";
  return { hidden: false, rank, suit, red, name: `${RANKS[rank] ?? rank} of ${SUITS[suit]}` };
}
