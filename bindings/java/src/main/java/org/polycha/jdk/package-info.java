/** The shapes of the JDK's intrinsics. */
package org.polycha.jdk;
