package dev.idgen.internal.generator;

import org.jspecify.annotations.Nullable;

/**
 * Properties under {@code idgen.generators.<name>.node}.
 *
 * @param provider Where this generator's node id comes from.
 * @param id Node id for the provider fixed.
 * @param variable Environment variable with the node id for the provider environment.
 */
public record NodeProperties(
        @Nullable NodeProvider provider,
        @Nullable Long id,
        @Nullable String variable) {

    /** The provider that is set, or that the other properties imply. */
    @Nullable
    NodeProvider chosen() {
        if (provider == null && id != null) {
            return NodeProvider.FIXED;
        }
        return provider == null && variable != null ? NodeProvider.ENVIRONMENT : provider;
    }
}
