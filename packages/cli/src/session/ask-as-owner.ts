import { type Caller, type Credentials, createPlatform, type Platform } from '@tributary/platform'
import type { Workspace } from '@tributary/platform/internal'
import { createCliError } from '../errors.ts'
import { withBadRows } from '../flags/bad-rows.ts'
import type { Place } from '../flags/place.ts'
import { printable, shownPath } from '../render/text.ts'
import type { Run } from '../terminal/run.ts'
import { openWorkspace } from './open-workspace.ts'

/** An open platform, and the account that the command uses it as. */
export interface OwnerSession {
  readonly platform: Platform
  readonly caller: Caller
  readonly credentials: Credentials
  readonly definitions: Workspace
}

/**
 * Opens a place, passes `ask` a session of the first OWNER, returns what `ask` returns, and closes the platform in any
 * case. Without a store that lasts, a file is looked into when a question needs it.
 */
export async function askAsOwner<Answer>(
  { folder, workspace: given, tenant, maxBadRows, ...stored }: Place,
  { effects, progress }: Pick<Run, 'effects' | 'progress'>,
  ask: (session: OwnerSession) => Promise<Answer>,
): Promise<Answer> {
  progress.show('reading the definitions')
  // A store that lasts takes no definitions whose data was not looked at.
  const seeksData = stored.data !== undefined || stored.store !== undefined
  const workspace =
    folder === undefined
      ? (given ?? null)
      : withBadRows(await openWorkspace(folder, effects.cwd, { seeksData }), maxBadRows)
  if (workspace !== null) findOwnerCredentials(workspace, folder ?? 'in memory')
  progress.show('opening the data')
  const leftOut = new Map<string, { readonly rows: number; readonly most: number }>()
  const platform = await createPlatform({
    ...stored,
    ...(workspace !== null && { workspace, checksSources: seeksData }),
    clock: effects.clock,
    trustIdentityHeaders: true,
    onProgress: progress.show,
    onRowsLeftOut: ({ file, rows, most }) => leftOut.set(file, { rows, most }),
  })
  try {
    effects.signal.throwIfAborted()
    const definitions = await platform.definitions(workspace?.tenant ?? tenant)
    const credentials = findOwnerCredentials(
      definitions,
      folder ?? `of tenant ${definitions.tenant}`,
    )
    const caller = await platform.authenticate(credentials)
    const answer = await ask({ platform, caller, credentials, definitions })
    for (const [file, { rows, most }] of leftOut) {
      const path = printable(shownPath(file, effects.cwd))
      const rowsText = rows === 1 ? '1 row is' : `${rows} rows are`
      effects.stderr.write(
        `warning: ${rowsText} left out of ${path}, of at most ${most}; \`tributary validate\` says what is wrong\n`,
      )
    }
    return answer
  } finally {
    progress.clear()
    await platform.close()
  }
}

/** The credentials of the first OWNER. Throws `CLI_NO_OWNER`, which names the workspace as `folder`. */
export function findOwnerCredentials(workspace: Workspace, folder: string): Credentials {
  const owner = workspace.accounts.find((account) => account.role === 'OWNER')
  if (owner === undefined) throw createCliError('noOwner', { folder })
  return { tenantId: workspace.tenant, authType: 'ACCOUNT', authValue: owner.account }
}
