import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedLineage } from './generate.ts'

/** Writes the lineage as numbers in two CSV files without head lines, for engines that load such. */
export function writeCsvFiles(
  { vertices, sources, targets, types }: GeneratedLineage,
  folder: string,
): { readonly vertices: string; readonly edges: string } {
  const files = { vertices: join(folder, 'vertices.csv'), edges: join(folder, 'edges.csv') }
  writeLines(files.vertices, vertices.length, (i) => `${i}`)
  writeLines(files.edges, sources.length, (i) => `${sources[i]},${targets[i]},${types[i]}`)
  return files
}

function writeLines(path: string, count: number, line: (i: number) => string): void {
  const file = openSync(path, 'w')
  let text = ''
  for (let i = 0; i < count; i++) {
    text += `${line(i)}\n`
    if (text.length < 1_000_000) continue
    writeSync(file, text)
    text = ''
  }
  writeSync(file, text)
  closeSync(file)
}
