/** Why something cannot be exported. */
export class NotExported extends Error {
  override readonly name: string = 'NotExported'
}

/** Refuses with a reason. */
export function refuseExport(reason: string): never {
  throw new NotExported(reason)
}
