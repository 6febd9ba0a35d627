// What axe-core, which must have been loaded, finds fault with.
const done = arguments[arguments.length - 1];
axe.run({resultTypes: ['violations']}).then(
  found => done(found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.help} (${rule.id}): ${node.target} ${[...node.any, ...node.all, ...node.none].map(check => check.message).join('; ')}`))),
  failure => done([String(failure)]));
