package main

import "time"

// checkTime is how long a question to Discord may take.
const checkTime = 15 * time.Second
