/** What operators may see of the library while it runs. Depends on the JDK only. */
@NullMarked
package dev.idgen.monitor;

import org.jspecify.annotations.NullMarked;
