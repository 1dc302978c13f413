import { readdirSync, readFileSync } from 'node:fs'

/** The file of a bundle that has the licenses of what is in it. */
export const LICENSES = 'THIRD-PARTY-LICENSES.txt'

const APACHE = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8').trim()

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The packages of other people that bundled modules are from, with the licenses that they come with; empty for none. */
export function formatLicenses(modules: ReadonlySet<string>): string {
  const folders = [...modules].flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  )
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license, author, devDependencies } = JSON.parse(
      readFileSync(`${folder}/package.json`, 'utf8'),
    ) as Manifest
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const given = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
    if (given.length === 0) {
      given.push(
        `By ${typeof author === 'object' ? author.name : author}, without a text of the license`,
      )
    }
    // Its folder `static` is this package.
    const inside = name === '@fastify/swagger-ui' ? devDependencies?.['swagger-ui-dist'] : undefined
    return [
      `${name} ${version}, ${license}`,
      ...given,
      ...(inside === undefined ? [] : [`with swagger-ui-dist ${inside}, Apache-2.0`, APACHE]),
    ].join('\n\n')
  })
  if (texts.length === 0) return ''
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
