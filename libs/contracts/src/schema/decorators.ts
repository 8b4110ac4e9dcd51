/** Combines decorators into one that applies them in the order of a list of decorators. */
export function applyDecorators(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [...decorators].reverse()) decorate(target, property);
  };
}
