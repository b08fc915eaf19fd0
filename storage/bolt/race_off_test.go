//go:build !race

package bolt

// raceDetector says that the race detector is on, which makes all slower.
const raceDetector = false
