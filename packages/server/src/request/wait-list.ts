/** Something that is waited for, with its neighbours in the list that it is in. */
export interface Wait {
  /** When it is too late, on the clock of `performance.now`. */
  readonly end: number
  readonly giveUp: (reason: Error) => void
  previous: Wait | null
  next: Wait | null
  isIn: boolean
}

/** A list that waits leave from anywhere, in no time: a Set takes as long for that as all the rest of a wait. */
export interface WaitList {
  /** Puts a wait last. */
  add(end: number, giveUp: Wait['giveUp']): Wait
  /** Takes a wait of this list out of it; false when it was not in it any more. */
  remove(wait: Wait): boolean
  /** The one that was added first of those in the list; null for none. */
  first(): Wait | null
}

/** A list with nothing in it. */
export function createWaitList(): WaitList {
  let first: Wait | null = null
  let last: Wait | null = null
  return {
    add(end, giveUp) {
      const wait: Wait = { end, giveUp, previous: last, next: null, isIn: true }
      if (last === null) first = wait
      else last.next = wait
      last = wait
      return wait
    },
    remove(wait) {
      if (!wait.isIn) return false
      const { previous, next } = wait
      if (previous === null) first = next
      else previous.next = next
      if (next === null) last = previous
      else next.previous = previous
      wait.isIn = false
      // Whoever still holds this one must not hold all that came after it.
      wait.previous = null
      wait.next = null
      return true
    },
    first: () => first,
  }
}
