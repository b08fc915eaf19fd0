// Package blackjack plays blackjack by any rule set.
package blackjack
