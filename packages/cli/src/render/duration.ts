/** Formats a duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function renderDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const roundedSeconds = Math.round(seconds)
  if (roundedSeconds < 60) return `${roundedSeconds} s`
  if (roundedSeconds < 3_600)
    return `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
