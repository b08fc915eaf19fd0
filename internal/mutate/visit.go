package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// visitor finds the sites of one declaration.
type visitor struct {
	*source
	function  string
	signature *types.Signature // of the function that the visitor is in
	sites     []*site
}

func (v *visitor) add(at ast.Node, does string, edits ...edit) {
	v.sites = append(v.sites, &site{
		source: v.source, function: v.function, line: v.pkg.Fset.Position(at.Pos()).Line,
		does: strings.Join(strings.Fields(does), " "), edits: edits,
	})
}

// wrap makes a node the argument of a function of package mutant.
func (v *visitor) wrap(n ast.Node, does, function, more string) {
	v.add(n, does, v.around(n, "mutant."+function+"($, ", more+")"))
}

func (v *visitor) around(n ast.Node, before, after string) edit {
	return edit{start: v.offset(n.Pos()), end: v.offset(n.End()), before: before, after: after}
}

func (v *visitor) offset(pos token.Pos) int { return v.pkg.Fset.Position(pos).Offset }

// short is the source of a node, cut.
func (v *visitor) short(n ast.Node) string {
	words := strings.Join(strings.Fields(string(v.text[v.offset(n.Pos()):v.offset(n.End())])), " ")
	if runes := []rune(words); len(runes) > 60 {
		words = string(runes[:59]) + "…"
	}
	return words
}

// walk finds the sites in a node.
func (v *visitor) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			outer := v.signature
			v.signature = v.pkg.TypesInfo.TypeOf(n).(*types.Signature)
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
	_, isMap := v.pkg.TypesInfo.TypeOf(n).Underlying().(*types.Map)
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
	tv := v.pkg.TypesInfo.Types[e]
	if tv.Value != nil {
		v.constant(e, tv)
	} else if b, ok := e.(*ast.BinaryExpr); ok {
		v.binary(b)
	}
	return tv.Value == nil && !tv.IsType()
}

// constant changes a whole number by one, and a truth to its contrary.
func (v *visitor) constant(e ast.Expr, tv types.TypeAndValue) {
	name, named := v.typeName(tv.Type)
	switch kind := v.kind(e); {
	case !named:
	case kind&types.IsInteger != 0 && tv.Value.Kind() == constant.Int:
		v.wrap(e, v.short(e)+": + 1", "More["+name+"]", "")
		v.wrap(e, v.short(e)+": - 1", "Less["+name+"]", "")
	case kind&types.IsBoolean != 0:
		v.wrap(e, v.short(e)+": not", "Not", "")
	}
}

// bounds are comparisons that differ where both sides are equal.
var bounds = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

// swapped is what other operators of whole numbers are changed to.
var swapped = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL, token.REM: token.MUL,
	token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.AND_NOT: token.AND,
}

func (v *visitor) binary(b *ast.BinaryExpr) {
	does := v.short(b) + ": "
	switch b.Op {
	case token.LAND:
		v.wrap(b.X, does+"without the left of &&", "Or", "")
		v.wrap(b.Y, does+"without the right of &&", "Or", "")
	case token.LOR:
		v.wrap(b.X, does+"without the left of ||", "And", "")
		v.wrap(b.Y, does+"without the right of ||", "And", "")
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		v.wrap(b, does+"not", "Not", "")
		if v.kind(b.X)&v.kind(b.Y)&types.IsOrdered != 0 {
			v.operator(b, bounds[b.Op], "bool")
		}
	default:
		if v.kind(b)&types.IsInteger != 0 {
			v.operator(b, swapped[b.Op], "")
		}
	}
}

// operator puts another operator between two values. The result is of their type, if it is not named.
func (v *visitor) operator(b *ast.BinaryExpr, to token.Token, result string) {
	t := v.pkg.TypesInfo.TypeOf(b.X)
	if v.pkg.TypesInfo.Types[b.X].Value != nil {
		t = v.pkg.TypesInfo.TypeOf(b.Y)
	}
	name, named := v.typeName(t)
	if to == token.ILLEGAL || !named {
		return
	}
	by := func(op token.Token) string {
		return fmt.Sprintf(", func(a, b %s) %s { return a %s b }", name, cmp.Or(result, name), op)
	}
	at := v.offset(b.OpPos)
	v.add(b, v.short(b)+": "+to.String(), v.around(b, "mutant.Two($, ", by(b.Op)+by(to)+")"),
		edit{start: at, end: at + len(b.Op.String()), before: ",", drop: true})
}

// kind says what basic type a value has.
func (v *visitor) kind(e ast.Expr) types.BasicInfo {
	if basic, ok := v.pkg.TypesInfo.TypeOf(e).Underlying().(*types.Basic); ok {
		return basic.Info()
	}
	return 0
}

// condition makes a condition that compares nothing always or never true.
func (v *visitor) condition(e ast.Expr) {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return // it is compared
	}
	v.wrap(e, "if "+v.short(e)+": never", "And", "")
	v.wrap(e, "if "+v.short(e)+": always", "Or", "")
}

// statements leaves statements out, one at a time.
func (v *visitor) statements(list []ast.Stmt) {
	for i, s := range list {
		optional := false
		switch s := s.(type) {
		case *ast.ExprStmt:
			optional = !strings.HasPrefix(v.short(s), "panic(")
		case *ast.AssignStmt:
			optional = s.Tok != token.DEFINE
		case *ast.BranchStmt:
			optional = (s.Tok == token.BREAK || s.Tok == token.CONTINUE) && s.Label == nil
		case *ast.ReturnStmt:
			optional = i == len(list)-1 && v.signature.Results().Len() == 0
		case *ast.IncDecStmt, *ast.SendStmt:
			optional = true
		}
		if optional {
			v.add(s, "without "+v.short(s), v.around(s, "if mutant.Off($) { ", " }"))
		}
	}
}

// assigned turns an addition to a variable round.
func (v *visitor) assigned(s *ast.AssignStmt) {
	name, named := v.typeName(v.pkg.TypesInfo.TypeOf(s.Lhs[0]))
	if named && (s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN) && v.kind(s.Lhs[0])&types.IsInteger != 0 {
		v.wrap(s.Rhs[0], v.short(s)+": the other way", "Minus["+name+"]", "")
	}
}

// returned changes what a function returns: no error where there may be one, an
// error where there is none, the contrary, one more.
func (v *visitor) returned(s *ast.ReturnStmt) {
	for i, e := range s.Results {
		tv := v.pkg.TypesInfo.Types[e]
		does := "return " + v.short(e) + ": "
		_, binary := ast.Unparen(e).(*ast.BinaryExpr)
		name, named := v.typeName(tv.Type)
		switch {
		case tv.IsNil():
			if types.Identical(v.signature.Results().At(i).Type(), errorType) {
				v.wrap(e, does+"an error", "Pick[error]", ", mutant.Err")
			}
		case types.Identical(tv.Type, errorType):
			v.wrap(e, does+"no error", "Pick[error]", ", nil")
		case tv.Value != nil:
		case v.kind(e)&types.IsBoolean != 0 && !binary:
			v.wrap(e, does+"not", "Not", "")
		case v.kind(e)&types.IsInteger != 0 && named:
			v.wrap(e, does+"+ 1", "More["+name+"]", "")
		}
	}
}

// fails reports whether a statement returns a constant beside an error.
func (v *visitor) fails(s *ast.ReturnStmt) bool {
	for i, e := range s.Results {
		tv := v.pkg.TypesInfo.Types[e]
		if i == len(s.Results)-1 {
			return i > 0 && !tv.IsNil() && types.Implements(tv.Type, errorType.Underlying().(*types.Interface))
		}
		if tv.Value == nil && !tv.IsNil() {
			return false
		}
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type()

// typeName returns how the file writes a type, if it can.
func (v *visitor) typeName(t types.Type) (string, bool) {
	known := true
	name := types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == v.pkg.Types {
			return ""
		}
		known = known && slices.ContainsFunc(v.ast.Imports, func(spec *ast.ImportSpec) bool {
			return spec.Path.Value == strconv.Quote(p.Path()) && spec.Name == nil
		})
		return p.Name()
	})
	switch t := t.(type) {
	case *types.TypeParam:
		return t.Obj().Name(), true
	case *types.Named: // or declared in a function
		known = known && (t.Obj().Pkg() == nil || t.Obj().Parent() == t.Obj().Pkg().Scope())
	}
	return name, known && !strings.ContainsAny(name, "{ ")
}
