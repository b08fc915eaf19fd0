package figures

// Forget forgets all advice.
func (c *Cache) Forget() { c.advice = advice{} }
