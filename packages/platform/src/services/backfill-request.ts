/** Body of E1: which plan to refresh, and which days of it. */
export interface BackfillRequest {
  /** The plan by its id; either this or `planName`. */
  readonly planId?: string | null
  /** The plan by its name. */
  readonly planName?: string | null
  /** The first day, `YYYY-MM-DD`. */
  readonly startTime: string
  /** The last day, `YYYY-MM-DD`, included. */
  readonly endTime: string
  /** How many days an instance refreshes; 1 when absent or null. */
  readonly dateIntervalOfLot?: number | null
}
