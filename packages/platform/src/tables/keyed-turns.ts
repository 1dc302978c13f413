/** Work that takes turns with other work of the same key. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Nobody is at work at first. */
export function keyedTurns(): InTurn {
  const turns = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
    const settled = turn.then(ignore, ignore)
    turns.set(key, settled)
    void settled.then(() => {
      if (turns.get(key) === settled) turns.delete(key)
    })
    return turn
  }
}

function ignore(): void {}
