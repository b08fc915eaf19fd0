package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// visitor finds the sites of one declaration.
type visitor struct {
	p              *pkg
	f              *ast.File
	file, function string
	signature      *ast.FuncType
	sites          []*site
}

func (v *visitor) add(at ast.Node, does string, edits ...edit) {
	v.sites = append(v.sites, &site{
		pkg: v.p.path, file: v.file, function: v.function, line: v.p.fset.Position(at.Pos()).Line,
		does: strings.Join(strings.Fields(does), " "), nth: 1, p: v.p, ast: v.f, edits: edits,
	})
}

func (v *visitor) offset(pos token.Pos) int { return v.p.fset.Position(pos).Offset }

func (v *visitor) source(n ast.Node) string {
	return string(v.p.text[v.f][v.offset(n.Pos()):v.offset(n.End())])
}

// short is the source of a node, cut.
func (v *visitor) short(n ast.Node) string {
	words := strings.Join(strings.Fields(v.source(n)), " ")
	if runes := []rune(words); len(runes) > 60 {
		words = string(runes[:59]) + "…"
	}
	return words
}

func (v *visitor) around(n ast.Node, before, after string) edit {
	return edit{start: v.offset(n.Pos()), end: v.offset(n.End()), before: before, after: after}
}

func (v *visitor) instead(pos token.Pos, old, with string) edit {
	at := v.offset(pos)
	return edit{start: at, end: at + len(old), replacement: &with}
}

// walk finds the sites in a node.
func (v *visitor) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			outer := v.signature
			v.signature = n.Type
			v.walk(n.Body)
			v.signature = outer
			return false
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.ArrayType, *ast.TypeSpec:
			return false
		case *ast.CompositeLit:
			v.composite(n)
			return false
		case *ast.CaseClause:
			v.statements(n.Body)
		case *ast.CommClause:
			v.statements(n.Body)
		case *ast.BlockStmt:
			v.statements(n.List)
		case *ast.IfStmt:
			v.condition(n.Cond)
		case *ast.ReturnStmt:
			v.returned(n)
			if v.fails(n) {
				v.walk(n.Results[len(n.Results)-1]) // what is beside an error means nothing
				return false
			}
		case *ast.AssignStmt:
			v.assigned(n)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "make" && len(n.Args) == 3 {
				v.walk(n.Args[1])
				return false // a capacity is only a hint
			}
			return v.expression(n)
		case ast.Expr:
			return v.expression(n)
		}
		return true
	})
}

// composite walks the elements of a literal; the keys of arrays and of fields
// have to stay as they are.
func (v *visitor) composite(n *ast.CompositeLit) {
	_, isMap := v.p.info.TypeOf(n).Underlying().(*types.Map)
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if isMap {
				v.walk(pair.Key)
			}
			e = pair.Value
		}
		v.walk(e)
	}
}

// expression finds what can be changed in an expression itself, and reports
// whether to go on inside.
func (v *visitor) expression(e ast.Expr) bool {
	tv := v.p.info.Types[e]
	if tv.IsType() {
		return false
	}
	if tv.Value != nil {
		v.constant(e, tv)
		return false
	}
	if b, ok := e.(*ast.BinaryExpr); ok {
		v.binary(b)
	}
	return true
}

// constant changes a whole number by one, and a truth to its contrary.
func (v *visitor) constant(e ast.Expr, tv types.TypeAndValue) {
	basic, ok := tv.Type.Underlying().(*types.Basic)
	name, named := v.typeName(tv.Type)
	switch {
	case !ok || !named:
	case basic.Info()&types.IsInteger != 0 && tv.Value.Kind() == constant.Int:
		for _, by := range []string{"+ 1", "- 1"} {
			v.add(e, fmt.Sprintf("%s: %s", v.short(e), by), v.around(e, "mutantConst["+name+"]($, ", ", mutantValue["+name+"](0) "+by+")"))
		}
	case basic.Kind() == types.Bool || basic.Kind() == types.UntypedBool:
		v.add(e, v.short(e)+": not", v.around(e, "mutantNot($, ", ")"))
	}
}

// swapped is what an operator is changed to.
var swapped = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.AND_NOT: token.AND,
	token.SHL: token.SHR, token.SHR: token.SHL,
}

// bounds are comparisons that differ where both sides are equal.
var bounds = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

func (v *visitor) binary(b *ast.BinaryExpr) {
	does := func(what string) string { return v.short(b) + ": " + what }
	switch b.Op {
	case token.LAND:
		v.add(b, does("without the left of &&"), v.around(b.X, "mutantOr($, ", ")"))
		v.add(b, does("without the right of &&"), v.around(b.Y, "mutantOr($, ", ")"))
		return
	case token.LOR:
		v.add(b, does("without the left of ||"), v.around(b.X, "mutantAnd($, ", ")"))
		v.add(b, does("without the right of ||"), v.around(b.Y, "mutantAnd($, ", ")"))
		return
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		v.add(b, does("not"), v.around(b, "mutantNot($, ", ")"))
		if to, ok := bounds[b.Op]; ok && v.ordered(b.X) && v.ordered(b.Y) {
			v.add(b, does(to.String()), v.call(b, "mutantCompare", to)...)
		}
		return
	}
	to, ok := swapped[b.Op]
	basic, number := v.p.info.TypeOf(b).Underlying().(*types.Basic)
	if !ok || !number || basic.Info()&types.IsInteger == 0 {
		return
	}
	if b.Op == token.SHL || b.Op == token.SHR {
		return
	}
	v.add(b, does(to.String()), v.call(b, "mutantInteger", to)...)
}

// call makes a call of a comparison or a sum: f[T]($, a, b, "op", "other").
func (v *visitor) call(b *ast.BinaryExpr, f string, to token.Token) []edit {
	t := v.p.info.TypeOf(b.X)
	if v.p.info.Types[b.X].Value != nil {
		t = v.p.info.TypeOf(b.Y)
	}
	name, _ := v.typeName(t)
	if name != "" {
		name = "[" + name + "]"
	}
	return []edit{
		v.around(b, f+name+"($, ", fmt.Sprintf(", %q, %q)", b.Op, to)),
		v.instead(b.OpPos, b.Op.String(), ","),
	}
}

// ordered reports a number or a text.
func (v *visitor) ordered(e ast.Expr) bool {
	basic, ok := v.p.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsOrdered != 0
}

// condition makes a condition that compares nothing always or never true.
func (v *visitor) condition(e ast.Expr) {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return // it is compared
	}
	v.add(e, "if "+v.short(e)+": never", v.around(e, "mutantAnd($, ", ")"))
	v.add(e, "if "+v.short(e)+": always", v.around(e, "mutantOr($, ", ")"))
}

// statements leaves statements out, one at a time.
func (v *visitor) statements(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "panic" {
					continue
				}
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.BREAK && s.Tok != token.CONTINUE || s.Label != nil {
				continue
			}
		case *ast.ReturnStmt:
			if len(s.Results) > 0 || i != len(list)-1 || v.signature == nil || v.signature.Results != nil {
				continue
			}
		case *ast.IncDecStmt, *ast.SendStmt:
		default:
			continue
		}
		v.add(s, "without "+v.short(s), v.around(s, "if mutantOff($) { ", " }"))
	}
}

// assigned turns an addition to a variable round.
func (v *visitor) assigned(s *ast.AssignStmt) {
	if s.Tok != token.ADD_ASSIGN && s.Tok != token.SUB_ASSIGN {
		return
	}
	t := v.p.info.TypeOf(s.Lhs[0])
	basic, ok := t.Underlying().(*types.Basic)
	name, named := v.typeName(t)
	if ok && named && basic.Info()&types.IsInteger != 0 {
		v.add(s, v.short(s)+": the other way", v.around(s.Rhs[0], "mutantMinus["+name+"]($, ", ")"))
	}
}

// returned changes what a function returns: no error where there may be one, an
// error where there is none, the contrary, one more.
func (v *visitor) returned(s *ast.ReturnStmt) {
	for _, e := range s.Results {
		tv := v.p.info.Types[e]
		t := tv.Type
		if t == nil {
			continue
		}
		does := fmt.Sprintf("return %s: ", v.short(e))
		basic, ok := t.Underlying().(*types.Basic)
		switch {
		case tv.IsNil():
			if v.errorAt(s, e) {
				v.add(e, does+"an error", v.around(e, "mutantError($, ", ")"))
			}
		case types.Identical(t, types.Universe.Lookup("error").Type()):
			v.add(e, does+"no error", v.around(e, "mutantNoError($, ", ")"))
		case !ok || tv.Value != nil:
		case basic.Kind() == types.Bool:
			if _, binary := ast.Unparen(e).(*ast.BinaryExpr); !binary {
				v.add(e, does+"not", v.around(e, "mutantNot($, ", ")"))
			}
		case basic.Info()&types.IsInteger != 0:
			if name, named := v.typeName(t); named {
				v.add(e, does+"+ 1", v.around(e, "mutantMore["+name+"]($, ", ")"))
			}
		}
	}
}

// fails reports whether a statement returns a constant beside an error.
func (v *visitor) fails(s *ast.ReturnStmt) bool {
	if len(s.Results) < 2 {
		return false
	}
	last := v.p.info.Types[s.Results[len(s.Results)-1]]
	if last.Type == nil || last.IsNil() || !types.Implements(last.Type, errorType) {
		return false
	}
	return !slices.ContainsFunc(s.Results[:len(s.Results)-1], func(e ast.Expr) bool {
		return v.p.info.Types[e].Value == nil && v.source(e) != "nil"
	})
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// errorAt reports whether the function returns an error in the place of e.
func (v *visitor) errorAt(s *ast.ReturnStmt, e ast.Expr) bool {
	if v.signature == nil || v.signature.Results == nil {
		return false
	}
	at := 0
	for _, field := range v.signature.Results.List {
		for range max(1, len(field.Names)) {
			if at < len(s.Results) && s.Results[at] == e {
				name, ok := field.Type.(*ast.Ident)
				return ok && name.Name == "error"
			}
			at++
		}
	}
	return false
}

// typeName returns how the file writes a type, if it can.
func (v *visitor) typeName(t types.Type) (string, bool) {
	if basic, ok := t.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	known := true
	name := types.TypeString(t, func(p *types.Package) string {
		if p == v.p.types {
			return ""
		}
		for _, spec := range v.f.Imports {
			if spec.Path.Value == fmt.Sprintf("%q", p.Path()) && spec.Name == nil {
				return p.Name()
			}
		}
		known = false
		return p.Name()
	})
	if param, ok := t.(*types.TypeParam); ok {
		return param.Obj().Name(), true
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Parent() != named.Obj().Pkg().Scope() {
		known = false // declared in a function
	}
	return name, known && !bytes.ContainsAny([]byte(name), "{ ")
}
