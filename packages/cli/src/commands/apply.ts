import {
  createPlatform,
  type DefinitionChange,
  type WorkspaceDifference,
} from '@tributary/platform'
import type { Command } from 'commander'
import { addStoreFlags, requireStoreOptions, type StoreFlags } from '../flags/store.ts'
import { printable } from '../render/text.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import type { Paint } from '../terminal/paint.ts'
import type { Run } from '../terminal/run.ts'

interface ApplyOptions extends StoreFlags {
  readonly dryRun?: true
}

/** Adds `tributary apply DIR`, which updates a tenant's definitions in a store to match YAML files. */
export function addApply(command: Command, run: Run): void {
  command
    .argument('<dir>', 'folder with the YAML files')
    .option('--dry-run', 'print the changes without applying them')
    .action((folder: string, options: ApplyOptions) => apply(folder, options, run))
  addStoreFlags(command)
}

async function apply(
  folder: string,
  { dryRun, ...flags }: ApplyOptions,
  { effects, paint, print, progress }: Run,
): Promise<void> {
  const place = requireStoreOptions(flags, effects.cwd)
  progress.show('reading the workspace')
  const workspace = await openWorkspace(folder, effects.cwd)
  progress.show('comparing with the store')
  const platform = await createPlatform({ ...place, onProgress: progress.show })
  try {
    const difference = await platform.difference(workspace)
    print(renderDifference(difference, paint))
    if (dryRun || difference.changes.length === 0) return
    effects.signal.throwIfAborted()
    await platform.apply(workspace)
    print(['applied'])
  } finally {
    progress.clear()
    await platform.close()
  }
}

const SIGNS = { ADDED: '+', CHANGED: '~', REMOVED: '-' } as const
const WORDS = { ADDED: 'added', CHANGED: 'changed', REMOVED: 'removed' } as const

/** A line for each changed definition, and a line with the counts. */
export function renderDifference(
  { tenant, changes, unchanged }: WorkspaceDifference,
  paint: Paint,
): readonly string[] {
  const count = (change: DefinitionChange['change']): string =>
    `${changes.filter((definitionChange) => definitionChange.change === change).length} ${WORDS[change]}`
  const sums = [count('ADDED'), count('CHANGED'), count('REMOVED'), `${unchanged} unchanged`]
  return [
    ...changes.map(({ change, kind, name }) => {
      return `${SIGNS[change]} ${kind.replaceAll('_', ' ')} ${printable(name)}`
    }),
    paint('title', `tenant ${tenant}: ${sums.join(', ')}`),
  ]
}
