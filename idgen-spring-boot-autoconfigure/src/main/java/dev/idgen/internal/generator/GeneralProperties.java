package dev.idgen.internal.generator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>} that all types have, and of the text and node id.
 *
 * @param maxLead How far timestamps may run ahead of the clock, 0 to 1h, but not beyond a lease. If not set: 1s with
 *     leased or random node ids, else 0.
 * @param acquireTimeout How long a call waits for the clock, a node id or a number, 0 to 60s. If transactional: whole
 *     seconds, from 1s.
 * @param scramble Whether ids of type long look random.
 * @param scrambleKey Key of the scramble, the same for all generators of a type, or ids may be equal. If not set, the
 *     namespace is the key.
 * @param replaces Fingerprint of the settings that these deliberately replace, as the message about another setting
 *     names it. Stop all instances with the earlier settings first.
 * @param text Settings of the text that stands for an id.
 * @param node Settings of this generator's node id.
 */
@ConfigurationProperties("idgen.generators.*") // for the metadata only
record GeneralProperties(
        @Nullable Duration maxLead,
        @DefaultValue("500ms") Duration acquireTimeout,
        @DefaultValue("false") boolean scramble,
        @Nullable String scrambleKey,
        @Nullable String replaces,
        @NestedConfigurationProperty @Nullable TextProperties text,
        @NestedConfigurationProperty @DefaultValue NodeProperties node) {

    /** Omits the key, which is a secret. */
    @Override
    public String toString() {
        return "GeneralProperties[scramble=" + scramble + ", node=" + node + "]";
    }
}
