import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'

/** What {@link createPlatform} takes. */
export interface PlatformOptions {
  /** A folder of workspace files, or a workspace already read. */
  readonly workspace: string | Workspace
  /**
   * Folder of the embedded store, made when missing; without it the store is in memory and ends with
   * the process.
   */
  readonly data?: string
  /** Where the present comes from. @defaultValue the machine's clock */
  readonly clock?: Clock
  /**
   * Whether `ACCOUNT` and `UID`, which only name somebody, are believed. Only where every request comes
   * from a proxy that has authenticated it, or from this machine. @defaultValue false
   */
  readonly trustIdentityHeaders?: boolean
  /** How many rows a result table may have at most. @defaultValue 10,000 */
  readonly maxRows?: number
  /** Told what is being done, in a few words, at the start of each long step. */
  readonly onProgress?: (step: string) => void
}
