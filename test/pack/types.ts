import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shell } from './shell.ts'
import type { Tarball } from './tarballs.ts'

/** How a consumer's TypeScript finds modules. */
export const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'preserve', moduleResolution: 'bundler' },
} as const

/**
 * Type-checks a consumer in `project`, as strictly as can be: every module imported from an ES module and, with
 * nodenext, from a CommonJS one, and the programs of the READMEs. Declarations of packages are checked too.
 */
export async function typeCheck(
  project: string,
  tsc: readonly string[],
  resolution: keyof typeof RESOLUTIONS,
  tarballs: readonly Tarball[],
): Promise<void> {
  const imports = tarballs
    .flatMap(({ modules }) => modules)
    .map((name, index) => `import * as m${index} from '${name}'\nvoid m${index}\n`)
    .join('')
  const files = ['consumer.ts', ...(resolution === 'nodenext' ? ['consumer.cts'] : [])]
  for (const file of files) writeFileSync(join(project, file), imports)
  for (const { folder, readme } of tarballs) {
    for (const [index, { language, code }] of readme.programs.entries()) {
      if (language !== 'ts') continue
      const file = `${folder}-readme-${index}.mts`
      writeFileSync(join(project, file), `${code}export {}\n`)
      files.push(file)
    }
  }
  const compilerOptions = {
    ...RESOLUTIONS[resolution],
    target: 'es2024',
    lib: ['es2024', 'dom'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  }
  const config = `tsconfig.${resolution}.json`
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files }))
  await shell([...tsc, '-p', config, '--pretty', 'false'], { cwd: project }).catch(
    (error: Error) => {
      // Lines with a blank in front belong to the one before.
      const errors = error.message.split('\n').filter((line) => /^\S.*: error TS\d+:/.test(line))
      const wrong = errors.filter((line) => !line.startsWith(EXCUSED))
      if (wrong.length > 0 || errors.length === 0)
        throw new Error(wrong.join('\n') || error.message)
    },
  )
}

/** The declarations of others that have mistakes: a method of arquero 8.0.3 has an optional rest parameter. */
const EXCUSED = 'node_modules/arquero/dist/types/table/ColumnTable.d.ts'
