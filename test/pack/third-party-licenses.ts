import { readdirSync, readFileSync } from 'node:fs'

/** The file of a bundle that has the licenses of what is in it. */
export const LICENSES = 'THIRD-PARTY-LICENSES.txt'

/** The packages of other people that bundled modules are from, with the licenses that they come with. */
export function formatLicenses(modules: ReadonlySet<string>): string {
  const folders = [...modules].flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  )
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(`${folder}/package.json`, 'utf8'),
    ) as { readonly name: string; readonly version: string; readonly license?: string }
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const given = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
    return [`${name} ${version}, ${license}`, ...given].join('\n\n')
  })
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
