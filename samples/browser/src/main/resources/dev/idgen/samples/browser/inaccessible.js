// Finds accessibility problems with axe-core, which the page must have loaded.
const done = arguments[arguments.length - 1];
axe.run({resultTypes: ['violations']}).then(
  found => done(found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.help} (${rule.id}): ${node.target} ${[...node.any, ...node.all, ...node.none].map(check => check.message).join('; ')}`))),
  failure => done([String(failure)]));
