import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes into a bundle's folder which packages of other people its modules are from, with the licenses that they come with.
 * A bundle of our own modules alone has no such file.
 */
export function writeLicenses(modules: ReadonlySet<string>, bundle: string): void {
  const folders = [...modules].flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  )
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { readonly name: string; readonly version: string; readonly license?: string }
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const given = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version}, ${license}`, ...given].join('\n\n')
  })
  if (texts.length === 0) return
  const text = `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
  writeFileSync(join(bundle, 'THIRD-PARTY-LICENSES.txt'), text)
}
