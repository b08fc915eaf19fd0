package session

// AliasOf is alias, for tests.
var AliasOf = (*Sessions).alias
