import type { ResourceEntriesQuery } from '@tributary/contract'
import { getClient } from './client.ts'
import { useAnswer } from './use-answer.ts'

/** The rights of the caller to one thing. */
export interface OwnRights {
  readonly canEdit: boolean
  readonly canDelete: boolean
}

const NONE: OwnRights = { canEdit: false, canDelete: false }

/** The rights of the caller to one thing, directly or by what it lies in; none until they are known. Null asks nothing. */
export function useRights(
  type: ResourceEntriesQuery['resourceType'],
  id: string | null,
): OwnRights {
  const answerState = useAnswer(
    id === null
      ? null
      : {
          key: `rights ${JSON.stringify([type, id])}`,
          ask: async (signal): Promise<OwnRights> => {
            const service = getClient()
            const [{ account }, entries] = await Promise.all([
              service.caller({ signal }),
              service.resourceEntries({ resourceType: type, resourceId: id }, { signal }),
            ])
            const callerRights = entries.flatMap(({ authorityAccount, authorityResource }) =>
              authorityAccount.account === account ? [authorityResource] : [],
            )
            return {
              canEdit: callerRights.some(({ canEdit }) => canEdit),
              canDelete: callerRights.some(({ canDelete }) => canDelete),
            }
          },
        },
  )
  return answerState.isOld ? NONE : (answerState.answer ?? NONE)
}
