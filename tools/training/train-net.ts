import { activationsOf, LEAK, layoutOf, type Net, runNet, scaleValue } from '#packages/estimate/net/net.ts'
import { createRandom, shuffle } from '#packages/estimate/random.ts'

export interface NetRecipe {
  hidden1: number
  hidden2: number
  epochs: number
  /** The maximum learning rate of Adam; it rises over the first tenth and then decays to zero. */
  rate: number
  batch: number
}

interface NetInput {
  /** Per input, the value of each row. */
  values: readonly Float32Array[]
  /** `onCount` active switches per row, of `switches` in total. */
  on: Int32Array
  onCount: number
  switches: number
  target: Float64Array
  /** The rows to learn from. */
  rows: Int32Array
}

const MOMENTUM = 0.9
const SECOND_MOMENTUM = 0.999

/** Trains on squared error, in seeded random order. */
export function trainNet(input: NetInput, recipe: NetRecipe & { seed: number }): Net {
  const { rows, target } = input
  const random = createRandom(recipe.seed)
  const net = createNet(input, recipe, random)
  const scaled = scaleRows(input, net)
  const activations = activationsOf(net)
  const gradient = new Float32Array(net.weights.length)
  const adam = createAdam(net.weights)
  const order = rows.slice()
  const steps = Math.ceil(rows.length / recipe.batch) * recipe.epochs
  let step = 0
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += recipe.batch) {
      const to = Math.min(order.length, from + recipe.batch)
      gradient.fill(0)
      for (let i = from; i < to; i++) {
        const row = order[i] as number
        const output = runNet(
          net,
          scaled,
          row * input.values.length,
          input.on,
          row * input.onCount,
          input.onCount,
          activations,
        )
        const error = (net.base + output - (target[row] as number)) / (to - from)
        addGradient(net, input, scaled, row, error, activations, gradient)
      }
      adam(gradient, recipe.rate * schedule(++step / steps))
    }
  }
  return net
}

function createNet(input: NetInput, { hidden1, hidden2 }: NetRecipe, random: () => number): Net {
  const { values, switches, rows, target } = input
  const layout = layoutOf(values.length, switches, hidden1, hidden2)
  const weights = new Float32Array(layout.size)
  const draw = (from: number, to: number, deviation: number) => {
    for (let i = from; i < to; i++) weights[i] = deviation * gauss(random)
  }
  draw(0, layout.switches, Math.sqrt(1 / values.length))
  draw(layout.switches, layout.bias1, 0.1)
  draw(layout.layer2, layout.bias2, Math.sqrt(2 / hidden1))
  draw(layout.output, layout.outputBias, Math.sqrt(1 / hidden2))
  let base = 0
  for (const row of rows) base += (target[row] as number) / rows.length
  const centres = new Float32Array(values.length)
  const scales = new Float32Array(values.length)
  for (const [i, column] of values.entries()) {
    let mean = 0
    for (const row of rows) mean += (column[row] as number) / rows.length
    let variance = 0
    for (const row of rows) variance += ((column[row] as number) - mean) ** 2 / rows.length
    centres[i] = mean
    scales[i] = variance > 1e-12 ? 1 / Math.sqrt(variance) : 0
  }
  return { base, centres, scales, switches, hidden1, hidden2, weights }
}

/** Approximately normal: the sum of twelve uniform numbers. */
function gauss(random: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random()
  return sum
}

function scaleRows({ values }: Pick<NetInput, 'values'>, { centres, scales }: Net): Float32Array {
  const size = values[0]?.length ?? 0
  const scaled = new Float32Array(size * values.length)
  for (const [i, column] of values.entries()) {
    for (let row = 0; row < size; row++) {
      scaled[row * values.length + i] = scaleValue(
        column[row] as number,
        centres[i] as number,
        scales[i] as number,
      )
    }
  }
  return scaled
}

function addGradient(
  { weights, hidden1, hidden2, switches }: Net,
  { values, on, onCount }: NetInput,
  scaled: Float32Array,
  row: number,
  error: number,
  { layer1, layer2 }: ReturnType<typeof activationsOf>,
  gradient: Float32Array,
): void {
  const layout = layoutOf(values.length, switches, hidden1, hidden2)
  const add = (at: number, amount: number) => {
    gradient[at] = (gradient[at] as number) + amount
  }
  add(layout.outputBias, error)
  const errors2 = new Float32Array(hidden2)
  for (let k = 0; k < hidden2; k++) {
    const value = layer2[k] as number
    add(layout.output + k, error * value)
    errors2[k] = error * (weights[layout.output + k] as number) * (value > 0 ? 1 : LEAK)
    add(layout.bias2 + k, errors2[k] as number)
  }
  const errors1 = new Float32Array(hidden1)
  for (let j = 0; j < hidden1; j++) {
    const value = layer1[j] as number
    const from = layout.layer2 + j * hidden2
    let sum = 0
    for (let k = 0; k < hidden2; k++) {
      sum += (errors2[k] as number) * (weights[from + k] as number)
      gradient[from + k] = (gradient[from + k] as number) + (errors2[k] as number) * value
    }
    errors1[j] = sum * (value > 0 ? 1 : LEAK)
    add(layout.bias1 + j, errors1[j] as number)
  }
  for (let i = 0; i < values.length; i++) {
    const value = scaled[row * values.length + i] as number
    if (value === 0) continue
    const from = i * hidden1
    for (let j = 0; j < hidden1; j++)
      gradient[from + j] = (gradient[from + j] as number) + value * (errors1[j] as number)
  }
  for (let i = 0; i < onCount; i++) {
    const from = layout.switches + (on[row * onCount + i] as number) * hidden1
    for (let j = 0; j < hidden1; j++)
      gradient[from + j] = (gradient[from + j] as number) + (errors1[j] as number)
  }
}

/** Adam (Kingma and Ba 2015). */
function createAdam(weights: Float32Array): (gradient: Float32Array, rate: number) => void {
  const mean = new Float32Array(weights.length)
  const square = new Float32Array(weights.length)
  // Products instead of powers, whose last bit may differ between machines.
  let meanLeft = 1
  let squareLeft = 1
  return (gradient, rate) => {
    meanLeft *= MOMENTUM
    squareLeft *= SECOND_MOMENTUM
    const meanShare = 1 / (1 - meanLeft)
    const squareShare = 1 / (1 - squareLeft)
    for (let i = 0; i < weights.length; i++) {
      const slope = gradient[i] as number
      const m = MOMENTUM * (mean[i] as number) + (1 - MOMENTUM) * slope
      const v = SECOND_MOMENTUM * (square[i] as number) + (1 - SECOND_MOMENTUM) * slope * slope
      mean[i] = m
      square[i] = v
      weights[i] = (weights[i] as number) - (rate * m * meanShare) / (Math.sqrt(v * squareShare) + 1e-8)
    }
  }
}

/** Warms up over the first tenth, then follows a cosine decay. */
const schedule = (done: number): number =>
  done < 0.1 ? done / 0.1 : 0.5 * (1 + Math.cos((Math.PI * (done - 0.1)) / 0.9))
