import { LruMap } from '@tributary/core'
import {
  type CompileOptions,
  check,
  compile,
  type Expr,
  ExpressionError,
  parse,
  references,
  type Scope,
  type TypedExpr,
} from '@tributary/expression'
import { mapReferences } from '@tributary/expression/internal'

/**
 * The compiled expressions of a catalog's definitions. Each is compiled at its first use; the latest 10,000 are
 * kept. Expressions that call `Now()` or `Today()` compile differently at each moment and are not kept.
 */
export interface CompiledDefinitions {
  /**
   * Compiles an expression of rows. `place` is the same for scopes in which every name means the same; `scopeAt` gives the
   * scope at a moment, or without one.
   */
  expression(place: string, text: string, scopeAt: ScopeAt, options: CompileOptions): TypedExpr
  /**
   * Compiles a condition of a question likewise. Conditions come again: the windows of a dashboard are those of all its
   * metrics. The latest 1,000 of at most 1,000 characters are kept. `tree` gives the parsed text, null for a mistake.
   */
  condition(
    place: string,
    { text, tree }: { readonly text: string; readonly tree: () => Expr | null },
    scopeAt: ScopeAt,
    options: CompileOptions,
  ): TypedExpr
  /** Compiles a formula whose names `scope` replaces by other formulas. */
  formula(text: string, scope: Scope, options: CompileOptions): TypedExpr
}

/** Gives a scope whose dimensions may call `Now()` when there is a moment. */
export type ScopeAt = (moment: Moment) => Scope

/** The moment of a request for `Now()`, in microseconds since 1970 in the tenant's local time. */
export interface Moment {
  readonly now?: bigint
}

/** Creates an empty store of compiled definitions. */
export function createCompiledDefinitions(): CompiledDefinitions {
  return createCompiledTexts(compileDefined)
}

/** Creates an empty store of the texts of one question: the caller wrote them, so that the caller may read their mistakes. */
export function createCompiledQuestion(): CompiledDefinitions {
  return createCompiledTexts(compile)
}

function createCompiledTexts(compileText: typeof compileDefined): CompiledDefinitions {
  const expressions = new LruMap<string, TypedExpr | null>(10_000)
  const conditions = new LruMap<string, TypedExpr | null>(1000)
  // A formula that is used once, as all are for the lineage at the start, is not worth a template.
  const formulas = new LruMap<string, Template | 'used once' | null>(10_000)
  return {
    expression(place, text, scopeAt, options) {
      const key = `${place}\n${options.expect ?? ''}\n${options.level ?? ''}\n${text}`
      let cachedExpression = expressions.get(key)
      if (cachedExpression === undefined) {
        cachedExpression = compileCacheable(parse(text).ast, scopeAt({}), options)
        expressions.set(key, cachedExpression)
      }
      return cachedExpression ?? compileText(text, scopeAt(pickMoment(options)), options)
    },
    condition(place, { text, tree }, scopeAt, options) {
      const key = `${place}\n${options.expect ?? ''}\n${text}`
      let cachedCondition = conditions.get(key)
      if (cachedCondition === undefined) {
        cachedCondition = compileCacheable(tree(), scopeAt({}), options)
        if (text.length <= LONGEST_CONDITION) conditions.set(key, cachedCondition)
      }
      return cachedCondition ?? compile(text, scopeAt(pickMoment(options)), options)
    },
    formula(text, scope, options) {
      const cachedTemplate = formulas.get(text)
      const filled =
        cachedTemplate == null || cachedTemplate === 'used once'
          ? null
          : fillTemplate(cachedTemplate, scope)
      if (filled !== null) return filled
      if (cachedTemplate === undefined) formulas.set(text, 'used once')
      resolveNames(text, scope)
      if (cachedTemplate !== 'used once') return compileText(text, scope, options)
      const names: Template['names'][number][] = []
      const recording: Scope = {
        ...scope,
        resolve(name) {
          const resolution = scope.resolve(name)
          if ('found' in resolution) names.push({ name, type: resolution.found.type })
          return resolution
        },
      }
      const typed = compileText(text, recording, options)
      formulas.set(text, compileTemplate(text, { ...scope, names }, options))
      return typed
    },
  }
}

/** Compiles a text of a definition. Its mistakes name the definition, which a caller may not know. */
function compileDefined(text: string, scope: Scope, options: CompileOptions): TypedExpr {
  try {
    return compile(text, scope, options)
  } catch (error) {
    if (!(error instanceof ExpressionError) || error.names.length > 0) throw error
    const { code, message, details, cause } = error
    const names = [{ kind: 'DEFINITION', name: options.path }] as const
    throw new ExpressionError(code, message, { details, names, cause })
  }
}

type Name = Parameters<Scope['resolve']>[0]

/** Resolves the names of a formula one after the other: deep within a check, the formulas below would use up the stack. */
function resolveNames(text: string, scope: Scope): void {
  const { ast } = parse(text)
  if (ast === null) return
  const names = new Map(references(ast).map((name) => [nameKey(name), name]))
  for (const name of names.values()) scope.resolve(name)
}

function nameKey(name: Name): string {
  return JSON.stringify(name.kind === 'field' ? [name.name] : [name.dataset, name.column])
}

/** A checked formula with the reference `0`, `1`, … for each of its names. */
interface Template {
  readonly typed: TypedExpr
  /** In the order in which checking resolves them. */
  readonly names: readonly { readonly name: Name; readonly type: TypedExpr['type'] }[]
}

function compileTemplate(
  text: string,
  { names, calendar }: Omit<Template, 'typed'> & Pick<Scope, 'calendar'>,
  options: CompileOptions,
): Template | null {
  let next = 0
  const numbered: Scope = {
    resolve() {
      const index = next++
      const type = names[index]?.type ?? 'UNKNOWN'
      return { found: { kind: 'reference', type, table: null, name: `${index}` } }
    },
    names: () => [],
    ...(calendar && { calendar }),
  }
  const typed = compileCacheable(parse(text).ast, numbered, options)
  return typed === null || next !== names.length ? null : { typed, names }
}

/** Null when a name has another type than at first: a mean over periods of whole numbers is not a whole number. */
function fillTemplate({ typed, names }: Template, scope: Scope): TypedExpr | null {
  const formulas = names.map(({ name }) => {
    const resolution = scope.resolve(name)
    if ('found' in resolution) return resolution.found
    throw new TypeError('A name of a checked formula has no meaning')
  })
  if (formulas.some(({ type }, index) => type !== names[index]!.type)) return null
  return mapReferences(typed, (reference) => formulas[Number(reference.name)]!)
}

/** The moment of a request, without the other options. */
export function pickMoment({ now }: Moment): Moment {
  return now === undefined ? {} : { now }
}

/** The checked expression; null when it, or a dimension in it, has a mistake or names the moment of the request. */
function compileCacheable(
  ast: Expr | null,
  scope: Scope,
  { now: _, ...options }: CompileOptions,
): TypedExpr | null {
  try {
    return ast && check(ast, scope, options).typed
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

const LONGEST_CONDITION = 1000
