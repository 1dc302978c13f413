import { type Caller, type Credentials, createPlatform, type Platform } from '@tributary/platform'
import type { Workspace } from '@tributary/platform/internal'
import { noOwnerError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'
import type { Progress } from '../terminal/run.ts'
import { openWorkspace } from './open-workspace.ts'

/** An open platform, and the account that the command uses it as. */
export interface OwnerSession {
  readonly platform: Platform
  readonly caller: Caller
  readonly credentials: Credentials
}

/**
 * Opens the workspace in `folder`, passes `ask` a session of its first OWNER, returns what `ask` returns, and closes the
 * platform in any case. `data` is the folder of a service's store, `workers` how many task instances run at once (default 0).
 */
export async function askAsOwner<Answer>(
  folder: string,
  run: {
    readonly effects: Effects
    readonly progress: Progress
    readonly data?: string
    readonly workers?: number
  },
  ask: (session: OwnerSession) => Promise<Answer>,
): Promise<Answer> {
  run.progress.show('reading the workspace')
  const workspace = await openWorkspace(folder, run.effects.cwd)
  const credentials = ownerOf(workspace, folder)
  run.progress.show('opening the data')
  const platform = await createPlatform({
    workspace,
    trustIdentityHeaders: true,
    onProgress: run.progress.show,
    ...(run.data === undefined ? {} : { data: run.data }),
    ...(run.workers === undefined ? {} : { workers: run.workers }),
  })
  try {
    run.effects.signal.throwIfAborted()
    return await ask({ platform, credentials, caller: await platform.authenticate(credentials) })
  } finally {
    run.progress.clear()
    await platform.close()
  }
}

/** The credentials of the first OWNER. Throws `CLI_NO_OWNER`, which names the workspace as `folder`. */
export function ownerOf(workspace: Workspace, folder: string): Credentials {
  const owner = workspace.accounts.find((account) => account.role === 'OWNER')
  if (owner === undefined) throw noOwnerError(folder)
  return { tenantId: workspace.tenant, authType: 'ACCOUNT', authValue: owner.account }
}
