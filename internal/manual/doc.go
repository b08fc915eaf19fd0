// Package manual holds no code: its tests run the commands that the documents
// show, as they stand there, and compare the output with the one shown.
//
//	README.md, docs/*.md, … ─▶ commands ─┬▶ run, in a folder of its own with bot on the path
//	                                     ├▶ compared: "$ bot …" and the lines below it
//	                                     ├▶ only named: go test … of docs/reliability.md
//	                                     └▶ passed over: those of notRun, each with the reason
//
// A command is a line of an indented block, or a whole code span, that begins
// with a program: a new one is run without anybody listing it.
package manual
