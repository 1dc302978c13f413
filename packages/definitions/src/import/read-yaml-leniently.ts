import type { SourceText } from '@tributary/catalog'
import { readYaml, type YamlFile } from '@tributary/catalog/internal'

/** Files of more characters, counted for each time they are read again, are not read again. */
const MOST_READ = 20_000_000

/**
 * Reads YAML in which lines of texts in double quotes may begin further left than their key, as PyYAML reads it and YAML 1.2
 * does not allow. Blanks at the beginning of such a line mean nothing, so the line is indented and the file read again.
 */
export function readYamlLeniently(source: SourceText): YamlFile {
  let { text } = source
  let yaml = readYaml(source)
  for (let read = text.length; read < MOST_READ; read += text.length) {
    const [problem] = yaml.problems
    if (problem === undefined || !/Missing closing "quote/.test(problem.message)) return yaml
    const indented = indentAt(text, problem.line)
    if (indented === null) return yaml
    text = indented
    yaml = readYaml({ ...source, text })
  }
  return yaml
}

/** A text in which the lines of the last text in double quotes that begins on a line are indented; null without one. */
function indentAt(text: string, line: number): string | null {
  const lines = text.split('\n')
  const first = lines[line - 1] ?? ''
  const start = /(?:^|[:\-[{,]\s+|[[{])"((?:[^"\\]|\\.)*\\?\r?)$/.exec(first)
  if (start === null) return null
  const indent = `${/^[\s-]*/.exec(first)![0].replaceAll('-', ' ')}  `
  for (let i = line; i < lines.length; i++) {
    const currentLine = lines[i]!
    const isLast = /^(?:[^"\\]|\\.)*"/.test(currentLine)
    lines[i] = currentLine.trim() === '' ? currentLine : `${indent}${currentLine}`
    if (isLast) return lines.join('\n') === text ? null : lines.join('\n')
  }
  return null
}
