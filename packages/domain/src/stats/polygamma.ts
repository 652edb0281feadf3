/** From this argument on the asymptotic series are exact to the last digits. */
const FAR = 8

/** Derivative of ln gamma(x), for x above 0 (Abramowitz and Stegun 6.3.5 and 6.3.18). */
export function digamma(x: number): number {
  let below = 0
  let far = x
  for (; far < FAR; far++) below += 1 / far
  const square = 1 / (far * far)
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))
  return Math.log(far) - 1 / (2 * far) - series - below
}

/** Second derivative of ln gamma(x), for x above 0 (Abramowitz and Stegun 6.4.6 and 6.4.12). */
export function trigamma(x: number): number {
  let below = 0
  let far = x
  for (; far < FAR; far++) below += 1 / (far * far)
  const square = 1 / (far * far)
  const series = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - (square * 5) / 66))))
  return 1 / far + square / 2 + series / far + below
}

/** The x with trigamma(x) = y, for y above 0, by Newton on 1 / trigamma, which is almost a line (Smyth 2004, appendix). */
export function inverseTrigamma(y: number): number {
  let x = 0.5 + 1 / y
  for (let i = 0; i < 50; i++) {
    const value = trigamma(x)
    const step = (value * (1 - value / y)) / tetragamma(x)
    x += step
    if (-step / x < 1e-10) break
  }
  return x
}

/** Third derivative of ln gamma(x), as the slope of trigamma. */
function tetragamma(x: number): number {
  let below = 0
  let far = x
  for (; far < FAR; far++) below += 2 / far ** 3
  const square = 1 / (far * far)
  return (
    -(square + square / far + square * square * (1 / 2 - square * (1 / 6 - square * (1 / 6 - 0.3 * square)))) - below
  )
}
