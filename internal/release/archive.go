package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// documents are the files of the repository that every archive has, by their path there.
var documents = []string{"LICENSE", "README.md", ".env.example", "docs/command-line.md",
	"docs/operations.md", "docs/verify.html", "scripts/alerts.yml",
	"scripts/grafana.json"}

// settings keep those of the machine out of a build.
var settings = []string{"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOEXPERIMENT=", "GOWORK=off",
	"GOAMD64=v1", "GOARM64=v8.0", "GODEBUG=", "GOFIPS140=off"}

// archive returns what a target's archive is called, and its bytes.
func (b *builder) archive(t target) (name string, packed []byte, err error) {
	content := make(map[string][]byte)
	program := "holecard"
	if t.is("windows") {
		program = "holecard.exe"
	}
	if content[program], err = b.program(t); err != nil {
		return "", nil, err
	}
	if content["THIRD-PARTY.txt"], err = b.licences(t); err != nil {
		return "", nil, err
	}
	for _, path := range documents {
		if content[path], err = os.ReadFile(filepath.Join(b.source, path)); err != nil {
			return "", nil, err
		}
	}
	if t.is("linux") {
		unit := filepath.Join(b.source, "scripts", "holecard.service")
		if content["holecard.service"], err = os.ReadFile(unit); err != nil {
			return "", nil, err
		}
	}
	folder := "holecard_" + b.version + "_" + strings.ReplaceAll(t.name, "/", "_")
	name, pack := folder+".tar.gz", tarball
	if t.is("windows") {
		name, pack = folder+".zip", zipped
	}
	packed, err = pack(folder, content, b.made)
	return name, packed, err
}

// program builds the bot, and checks that it knows its version.
func (b *builder) program(t target) ([]byte, error) {
	folder, err := os.MkdirTemp("", "holecard-release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "holecard")
	if _, err := b.run(slices.Concat(settings, t.env), "go", "build",
		"-buildvcs=true", "-ldflags=-s -w", "-o", path, "./cmd/bot"); err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if info.Main.Version != b.version {
		return nil, fmt.Errorf("the tag is %s, and Go calls the program %s", b.version,
			info.Main.Version)
	}
	return os.ReadFile(path)
}

func mode(path string) fs.FileMode {
	if strings.TrimSuffix(filepath.Base(path), ".exe") == "holecard" {
		return 0o755
	}
	return 0o644
}

func tarball(folder string, content map[string][]byte, made time.Time) ([]byte, error) {
	var packed bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, path := range sortedKeys(content) {
		header := &tar.Header{Format: tar.FormatUSTAR, Typeflag: tar.TypeReg,
			Name: folder + "/" + path, Mode: int64(mode(path)), Size: int64(len(content[path])),
			ModTime: made}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(content[path]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func zipped(folder string, content map[string][]byte, made time.Time) ([]byte, error) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, path := range sortedKeys(content) {
		header := &zip.FileHeader{Name: folder + "/" + path, Method: zip.Deflate,
			Modified: made.UTC()}
		header.SetMode(mode(path))
		file, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(content[path]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
