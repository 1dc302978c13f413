/** Something that went wrong where nobody waits for an answer; it is tried again by itself. */
export interface BackgroundFault {
  /** What went wrong, a sentence for people. */
  readonly message: string
  readonly tenant: string
  /** The plan whose schedule it is; null for that of a source table. */
  readonly plan: string | null
  /** The source table whose schedule it is, its parts joined by points; null for that of a plan. */
  readonly table: string | null
  /** The time of the schedule that was to be followed; null when it failed before that was known. */
  readonly scheduleTime: Date | null
  /** What was thrown. */
  readonly error: unknown
}

/** Told of faults in the background. What it throws is passed over. */
export type OnFault = (fault: BackgroundFault) => void
