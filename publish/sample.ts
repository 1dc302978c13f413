import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const EXAMPLE = join(import.meta.dirname, '../examples/flights')

/**
 * Copies examples/flights and the data files that it reads to `target`. The package vega-datasets, which brings the data,
 * has 42 MB on disk; the two files have 13.7.
 */
export function copySample(target: string): void {
  mkdirSync(join(target, 'data'), { recursive: true })
  const workspace = readFileSync(join(EXAMPLE, 'workspace.yaml'), 'utf8')
  const [line, root = ''] = /^ {4}root: (\S+)$/m.exec(workspace) ?? []
  const files = [...workspace.matchAll(/^ {4}source: \{ datasource: \w+, file: (\S+) \}$/gm)]
  if (line === undefined || files.length === 0) {
    throw new Error('examples/flights/workspace.yaml has no root or no files')
  }
  // The first paragraph of comments is about the repository.
  const text = workspace.replace(/^(#.*\n)+\n/, '').replace(line, '    root: data')
  writeFileSync(join(target, 'workspace.yaml'), text)
  for (const [, file = ''] of files) {
    copyFileSync(join(EXAMPLE, root, file), join(target, 'data', file))
  }
  writeFileSync(join(target, 'README.md'), README)
}

const README = `# Three million flights

Flights in the United States from January to June 2001 and the airports they left from, published by the
U.S. Bureau of Transportation Statistics and on data.gov, as the npm package vega-datasets ships them.
\`tributary demo\` reads this workspace.
`
