import { unknownUserError } from '../errors.ts'

/** Throws `PLATFORM_UNKNOWN_USER` at the first of the users of a request that is not `known`. */
export function assertKnownUsers(
  known: ReadonlySet<string>,
  users: readonly string[],
  pathOf: (index: number) => string,
): void {
  const index = users.findIndex((user) => !known.has(user))
  if (index >= 0) throw unknownUserError(users[index]!, pathOf(index))
}
