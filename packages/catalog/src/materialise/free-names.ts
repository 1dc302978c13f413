/** Gives names that differ also for engines that take upper and lower case for the same: a second `day` is `day_2`. */
export function freeNames(): (wanted: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    let name = wanted
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
    taken.add(name.toLowerCase())
    return name
  }
}
