import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from './imports.ts'

/** A name that a package exports from its public door. */
export interface PublicName {
  /** The package's folder name. */
  readonly of: string
  readonly name: string
  readonly isType: boolean
  /** The file that declares it, relative to the root. */
  readonly file: string
  /** The text of the comment above its declaration; null when there is none. */
  readonly comment: string | null
  /** Whether it is declared as a function. */
  readonly isFunction: boolean
}

const EXPORT = /^export (type )?\{([^}]*)\} from '([^']+)'/gm

/** The packages of the repository, by folder name. */
export const PACKAGES: readonly string[] = globSync('packages/*/package.json', { cwd: ROOT })
  .map((path) => path.split('/')[1]!)
  .toSorted()

/** What a package's `src/index.ts` exports from the files of the package, in the order of the file. */
export function publicNames(of: string): readonly PublicName[] {
  const door = join(ROOT, 'packages', of, 'src/index.ts')
  const text = globSync(door).length === 0 ? '' : readFileSync(door, 'utf8')
  return [...text.matchAll(EXPORT)].flatMap(([, allTypes, list = '', from = '']) => {
    const path = join(dirname(door), from)
    const source = from.startsWith('.') ? readFileSync(path, 'utf8') : ''
    const entries = list.replace(/\/\/.*$/gm, '').split(',')
    return entries.flatMap((entry) => {
      const written = entry.trim()
      if (written === '') return []
      const [name = '', , alias = name] = written.replace(/^type /, '').split(' ')
      const isType = allTypes !== undefined || written.startsWith('type ')
      return [
        { of, name: alias, isType, file: relative(ROOT, path), ...declarationOf(name, source) },
      ]
    })
  })
}

/** The comment directly above an exported declaration, and whether a function is declared. */
function declarationOf(name: string, source: string): Pick<PublicName, 'comment' | 'isFunction'> {
  const declaration = new RegExp(
    `^export (?:declare )?(?:(async )?function\\*? |const |class |abstract class |interface |type )${name}\\b.*$`,
    'm',
  ).exec(source)
  if (declaration === null) return { comment: null, isFunction: false }
  const before = source.slice(0, declaration.index).trimEnd()
  const start = before.endsWith('*/') ? before.lastIndexOf('/**') : -1
  const comment = start < 0 ? null : before.slice(start)
  const isFunction = /^export (?:async )?function/.test(declaration[0])
  return { comment, isFunction }
}
