import { unknownUserError } from '../../model/errors.ts'

/** Throws `PLATFORM_UNKNOWN_USER` at the first user of a request that has no account. */
export function assertKnownUsers(
  storedAccounts: ReadonlySet<string>,
  users: readonly string[],
  toPath: (index: number) => string,
): void {
  const index = users.findIndex((user) => !storedAccounts.has(user))
  if (index >= 0) throw unknownUserError(users[index]!, toPath(index))
}
