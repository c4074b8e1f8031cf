/**
 * A small neural net with two hidden layers, averaged with the trees to smooth their steps. One array holds the weights
 * of all layers: values to layer 1 (a row per value), switches to layer 1 (a row per switch), biases, layer 1 to layer
 * 2, biases, layer 2 to the estimate, bias. A switch is a one-hot input.
 */
export interface Net {
  /** Added to the output. */
  base: number
  /** Values are standardised as (value - centre) * scale and clamped to ±`FURTHEST`. */
  centres: Float32Array
  scales: Float32Array
  switches: number
  hidden1: number
  hidden2: number
  weights: Float32Array
}

const FURTHEST = 4
/** The slope of the leaky ReLU below zero. */
export const LEAK = 0.01

export interface Layout {
  switches: number
  bias1: number
  layer2: number
  bias2: number
  output: number
  outputBias: number
  size: number
}

/** The offset of each part in the weights; the values come first. */
export function layoutOf(values: number, switches: number, hidden1: number, hidden2: number): Layout {
  const switchStart = values * hidden1
  const bias1 = switchStart + switches * hidden1
  const layer2 = bias1 + hidden1
  const bias2 = layer2 + hidden1 * hidden2
  const output = bias2 + hidden2
  const outputBias = output + hidden2
  return { switches: switchStart, bias1, layer2, bias2, output, outputBias, size: outputBias + 1 }
}

interface Activations {
  layer1: Float32Array
  layer2: Float32Array
}

export const activationsOf = ({ hidden1, hidden2 }: Pick<Net, 'hidden1' | 'hidden2'>): Activations => ({
  layer1: new Float32Array(hidden1),
  layer2: new Float32Array(hidden2),
})

export const scaleValue = (value: number, centre: number, scale: number): number =>
  Math.max(-FURTHEST, Math.min(FURTHEST, (value - centre) * scale))

/**
 * The output for the scaled values starting at `valueAt` and the switches starting at `onAt`; fills the activations.
 */
export function runNet(
  { weights, centres, switches, hidden1, hidden2 }: Net,
  scaled: Float32Array,
  valueAt: number,
  on: Int32Array,
  onAt: number,
  onCount: number,
  { layer1, layer2 }: Activations,
): number {
  const layout = layoutOf(centres.length, switches, hidden1, hidden2)
  for (let j = 0; j < hidden1; j++) layer1[j] = weights[layout.bias1 + j] as number
  for (let i = 0; i < centres.length; i++) {
    const value = scaled[valueAt + i] as number
    if (value === 0) continue
    const from = i * hidden1
    for (let j = 0; j < hidden1; j++)
      layer1[j] = (layer1[j] as number) + value * (weights[from + j] as number)
  }
  for (let i = 0; i < onCount; i++) {
    const from = layout.switches + (on[onAt + i] as number) * hidden1
    for (let j = 0; j < hidden1; j++) layer1[j] = (layer1[j] as number) + (weights[from + j] as number)
  }
  for (let k = 0; k < hidden2; k++) layer2[k] = weights[layout.bias2 + k] as number
  for (let j = 0; j < hidden1; j++) {
    const sum = layer1[j] as number
    const value = sum > 0 ? sum : LEAK * sum
    layer1[j] = value
    const from = layout.layer2 + j * hidden2
    for (let k = 0; k < hidden2; k++)
      layer2[k] = (layer2[k] as number) + value * (weights[from + k] as number)
  }
  let output = weights[layout.outputBias] as number
  for (let k = 0; k < hidden2; k++) {
    const sum = layer2[k] as number
    const value = sum > 0 ? sum : LEAK * sum
    layer2[k] = value
    output += value * (weights[layout.output + k] as number)
  }
  return output
}

/** The prediction for a row's values and active switches. */
export function predictNet(net: Net, values: Float32Array, on: Int32Array): number {
  const scaled = new Float32Array(net.centres.length)
  for (let i = 0; i < scaled.length; i++)
    scaled[i] = scaleValue(values[i] as number, net.centres[i] as number, net.scales[i] as number)
  return net.base + runNet(net, scaled, 0, on, 0, on.length, activationsOf(net))
}
