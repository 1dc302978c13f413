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
 * nodenext, from a CommonJS one, and the programs of the READMEs. Declarations of our packages are checked too; those
 * of others are not ours to mend.
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
  for (const { folder, program } of tarballs) {
    if (program?.language !== 'ts') continue
    const file = `${folder}-readme.mts`
    writeFileSync(join(project, file), `${program.code}export {}\n`)
    files.push(file)
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
      const lines = error.message.split('\n').slice(1)
      const ours = lines.filter(
        (line) => !line.startsWith('node_modules/') || line.startsWith('node_modules/@tributary/'),
      )
      // What others' declarations say about themselves starts with their path; lines with a blank belong to them.
      const wrong = ours.filter((line) => /: error TS\d+:/.test(line))
      if (wrong.length > 0 || !lines.some((line) => /: error TS\d+:/.test(line))) {
        throw new Error(wrong.length > 0 ? wrong.join('\n') : error.message)
      }
    },
  )
}
