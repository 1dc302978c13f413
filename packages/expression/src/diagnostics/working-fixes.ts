import type { Diagnostic, Fix } from './diagnostic.ts'

/** The number of UTF-16 units that are read at most to try fixes. Each mistake makes the parser read the text again. */
const MOST_READ = 32_768

/**
 * Keeps the fixes that work: each removes its diagnostic, adds none and gives a new text.
 *
 * @param retry - returns the diagnostics of a text
 */
export function keepWorkingFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
  retry: (fixed: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const before = countByCode(diagnostics)
  const read = text.length * Math.max(1, diagnostics.length)
  let remaining = MOST_READ
  const works = ({ code }: Diagnostic, fix: Fix, tried: Set<string>): boolean => {
    remaining -= read
    if (remaining < 0) return false
    const fixed = applyFix(text, fix)
    if (tried.has(fixed)) return false
    tried.add(fixed)
    return isBetter(countByCode(retry(fixed)), before, code)
  }
  return diagnostics.map((diagnostic) => {
    const { fixes, ...fields } = diagnostic
    if (fixes === undefined) return diagnostic
    const tried = new Set<string>()
    const working = fixes.filter((fix) => works(diagnostic, fix, tried))
    return working.length > 0 ? { ...fields, fixes: working } : fields
  })
}

/** The number of diagnostics by code. */
type Counts = ReadonlyMap<string, number>

function countByCode(diagnostics: readonly Diagnostic[]): Counts {
  const counts = new Map<string, number>()
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function isBetter(after: Counts, before: Counts, code: string): boolean {
  for (const [diagnosticCode, count] of after)
    if (count > (before.get(diagnosticCode) ?? 0)) return false
  return (after.get(code) ?? 0) < before.get(code)!
}

/**
 * The text after a fix. Its edits may come in any order and must not overlap.
 * @example
 * ```ts
 * import { applyFix, parse } from '@tributary/attribution/expression'
 * const text = 'IN([region], "a"'
 * const [diagnostic] = parse(text).diagnostics
 * applyFix(text, diagnostic!.fixes![0]!) // => 'IN([region], "a")'
 * ```
 */
export function applyFix(text: string, fix: Fix): string {
  const backwards = [...fix.edits].sort((a, b) => b.span.start - a.span.start)
  let fixed = text
  for (const { span, text: replacement } of backwards) {
    fixed = fixed.slice(0, span.start) + replacement + fixed.slice(span.end)
  }
  return fixed
}
