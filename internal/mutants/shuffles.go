package main

// shuffles break what a player is promised of the cards.
var shuffles = []mutant{}
