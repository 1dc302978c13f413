/** A node on [-1, 1], its weight in the rule, and its weight in the coarser rule that uses some of the nodes. */
export type QuadratureNode = readonly [place: number, weight: number, coarse: number]

/**
 * The Gauss–Kronrod rule of 15 nodes, and the Gauss rule of 7 among them, whose difference tells how well a function is
 * integrated (R. Piessens and others, _QUADPACK_, Springer 1983, routine QK15).
 */
export const KRONROD: readonly QuadratureNode[] = mirrorNodes([
  [0.9914553711208126, 0.022935322010529224, 0],
  [0.9491079123427585, 0.06309209262997856, 0.1294849661688697],
  [0.8648644233597691, 0.10479001032225019, 0],
  [0.7415311855993945, 0.14065325971552592, 0.27970539148927664],
  [0.5860872354676911, 0.1690047266392679, 0],
  [0.4058451513773972, 0.19035057806478542, 0.3818300505051189],
  [0.20778495500789848, 0.20443294007529889, 0],
  [0, 0.20948214108472782, 0.4179591836734694],
])

function mirrorNodes(half: readonly QuadratureNode[]): readonly QuadratureNode[] {
  const below = half.filter(([place]) => place > 0)
  return [
    ...below.map(([place, weight, coarse]): QuadratureNode => [-place, weight, coarse]),
    ...half.toReversed(),
  ]
}
