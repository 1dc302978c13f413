import { createPlatform } from '@tributary/platform'
import type { Command } from 'commander'
import { openWorkspace } from '../open-workspace.ts'
import { renderDifference } from '../render/difference.ts'
import type { Run } from '../run.ts'
import { addStoreFlags, lastingStoreOf, type StoreFlags } from '../store-flags.ts'

interface ApplyOptions extends StoreFlags {
  readonly dryRun?: true
}

/** Adds `tributary apply DIR`, which brings a tenant's definitions in a store to what files say. */
export function addApply(program: Command, run: Run): void {
  const command = program
    .command('apply')
    .description('bring the definitions in a store to what the YAML files say')
    .argument('<dir>', 'the folder with the YAML files')
    .option('--dry-run', 'print what would change, and change nothing')
    .action((folder: string, options: ApplyOptions) => apply(folder, options, run))
  addStoreFlags(command)
}

async function apply(
  folder: string,
  { dryRun, ...flags }: ApplyOptions,
  { effects, paint, print, progress }: Run,
): Promise<void> {
  const place = lastingStoreOf(flags, effects.cwd)
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
