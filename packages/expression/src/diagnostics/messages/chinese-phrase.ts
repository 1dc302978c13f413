import { CHINESE_PHRASES } from './chinese-phrases.ts'

interface Pattern {
  readonly pattern: RegExp
  readonly chinese: string
}

const PATTERNS: readonly Pattern[] = [...CHINESE_PHRASES]
  .filter(([english]) => english.includes('{'))
  .map(([english, chinese]) => ({ pattern: patternOf(english), chinese }))

/** An English phrase of a diagnostic in Chinese; one that is not in the book, such as a name, stays as it is. */
export function chinesePhrase(english: string): string {
  const whole = CHINESE_PHRASES.get(english)
  if (whole !== undefined) return whole
  for (const { pattern, chinese } of PATTERNS) {
    const found = pattern.exec(english)
    if (!found) continue
    return chinese.replace(/\{(\w+)\}/g, (_, hole: string) => {
      const part = found.groups?.[hole] ?? ''
      return CHINESE_PHRASES.get(part) ?? part
    })
  }
  return english
}

function patternOf(english: string): RegExp {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        : `(?<${part}>${holeOf(part)})`,
    )
  return new RegExp(`^${source.join('')}$`, 'su')
}

function holeOf(name: string): string {
  if (name === 'count') return '\\d+'
  return name === name.toUpperCase() ? '[A-Z]+' : '.+?'
}
