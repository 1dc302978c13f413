/** The logarithm of the gamma function, by Stirling's series; for positive numbers, to about ten digits. */
export function logGamma(value: number): number {
  let [argument, product] = [value, 1]
  while (argument < 8) product *= argument++
  const inverse = 1 / argument
  const square = inverse * inverse
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))
  const stirling = (argument - 0.5) * Math.log(argument) - argument + Math.log(2 * Math.PI) / 2
  return stirling + series - Math.log(product)
}

/** `logGamma(count + shape) - logGamma(shape)`: most counts of sparse leaves are 0. */
export function logGammaExcess(count: number, shape: number): number {
  return count === 0 ? 0 : logGamma(count + shape) - logGamma(shape)
}

/**
 * The log probability of a count under the negative binomial distribution with a mean and a shape (the variance is the
 * mean and its square over the shape), but for a term that depends on the count alone.
 */
export function negativeBinomialNats(count: number, mean: number, shape: number): number {
  const excess = logGammaExcess(count, shape)
  const logMean = count === 0 ? 0 : count * Math.log(mean)
  return excess + shape * Math.log(shape) + logMean - (count + shape) * Math.log(shape + mean)
}
