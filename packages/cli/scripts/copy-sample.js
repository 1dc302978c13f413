import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

// Copies examples/flights and the data files that it reads to dist/sample, where the installed command finds them.
// vega-datasets, which brings the data, has 42 MB on disk; the two files have 13.7. Plain JavaScript, because `pnpm pack`
// may run it with any Node.

const example = new URL('../../../examples/flights/', import.meta.url)
const sample = new URL('../dist/sample/flights/', import.meta.url)
mkdirSync(new URL('data/', sample), { recursive: true })

const workspace = readFileSync(new URL('workspace.yaml', example), 'utf8')
const [line, root] = /^ {4}root: (\S+)$/m.exec(workspace) ?? []
const files = [...workspace.matchAll(/^ {4}source: \{ datasource: \w+, file: (\S+) \}$/gm)]
if (line === undefined || root === undefined || files.length === 0) {
  throw new Error('examples/flights/workspace.yaml has no root or no files')
}
// The first paragraph of comments is about the repository.
const ownText = workspace.replace(/^(#.*\n)+\n/, '').replace(line, '    root: data')
writeFileSync(new URL('workspace.yaml', sample), ownText)
for (const [, file = ''] of files) {
  copyFileSync(new URL(`${root}/${file}`, example), new URL(`data/${file}`, sample))
}
writeFileSync(
  new URL('README.md', sample),
  `# Three million flights

Flights in the United States from January to June 2001 and the airports they left from, published by the
U.S. Bureau of Transportation Statistics and on data.gov, as the npm package vega-datasets ships them.
\`tributary demo\` reads this workspace.
`,
)
