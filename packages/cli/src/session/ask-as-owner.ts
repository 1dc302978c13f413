import {
  type Caller,
  type Credentials,
  createPlatform,
  type Platform,
  type Workspace,
} from '@tributary/platform'
import { noOwnerError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'
import type { Progress } from '../terminal/run.ts'
import { openWorkspace } from './open-workspace.ts'

/** An open platform, and in whose name the command asks it. */
export interface OwnerSession {
  readonly platform: Platform
  readonly caller: Caller
  readonly credentials: Credentials
}

/**
 * Opens the workspace in `folder`, gives `ask` a session of its first OWNER, and closes it again,
 * whatever happens. Gives what `ask` gives. With `data` it sees what the service remembers in that folder.
 */
export async function askAsOwner<Answer>(
  folder: string,
  run: { readonly effects: Effects; readonly progress: Progress; readonly data?: string },
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
  })
  try {
    run.effects.signal.throwIfAborted()
    return await ask({ platform, credentials, caller: await platform.authenticate(credentials) })
  } finally {
    run.progress.clear()
    await platform.close()
  }
}

/** Who is asked for: the first OWNER. Throws `CLI_NO_OWNER`, naming the workspace as `folder`. */
export function ownerOf(workspace: Workspace, folder: string): Credentials {
  const owner = workspace.accounts.find((account) => account.role === 'OWNER')
  if (owner === undefined) throw noOwnerError(folder)
  return { tenantId: workspace.tenant, authType: 'ACCOUNT', authValue: owner.account }
}
