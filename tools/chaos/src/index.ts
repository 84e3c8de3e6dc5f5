export { chaosAt, runChaos, type ChaosOptions, type ChaosOutcome } from './run.ts'
export { startStack, type Stack } from './stack.ts'
export { Visitor, type Answer } from './visitor.ts'
export { moveIn } from './household-at-home.ts'
