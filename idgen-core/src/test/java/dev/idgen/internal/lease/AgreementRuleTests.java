package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.lease.AgreementRule.Difference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgreementRuleTests {

    private static final String TSID = "type=tsid fields=timestamp:42,node:10,sequence:12 mask=off";

    private static Step<Optional<Difference>> step(String own, @Nullable String replaces, @Nullable String stored) {
        return new AgreementRule(LeaseText.parse(own), replaces).step("order", stored);
    }

    private static void assertWritten(Step<Optional<Difference>> step, String text) {
        assertThat(step.write()).isNotNull().extracting(Step.Write::next).isEqualTo(text);
        assertThat(step.answer()).isEmpty();
    }

    private static void assertAgreed(Step<Optional<Difference>> step) {
        assertThat(step.write()).isNull();
        assertThat(step.answer()).isEmpty();
    }

    @Test
    void stepWhenNothingIsStoredWritesTheText() {
        assertWritten(step(TSID, null, null), TSID);
        assertWritten(step(TSID, "k3f9", null), TSID);
    }

    @Test
    void stepWhenTheTextsAreEqualAgrees() {
        assertAgreed(step(TSID, null, TSID));
        assertAgreed(step(TSID, "of-an-earlier-change", TSID));
        assertAgreed(step("mask=off type=tsid", null, "type=tsid mask=off"));
    }

    @Test
    void stepWhenASettingDiffersReportsBothValuesAndTheFingerprint() {
        String other = TSID.replace("node:10", "node:8");
        Step<Optional<Difference>> step = step(other, null, TSID);
        assertThat(step.write()).isNull();
        assertThat(step.answer())
                .contains(new Difference(
                        "fields",
                        "timestamp:42,node:10,sequence:12",
                        "timestamp:42,node:8,sequence:12",
                        AgreementRule.fingerprint(TSID)));
        assertThat(step(other, "another", TSID).answer()).isPresent();
    }

    @Test
    void stepWhenTheFingerprintIsNamedReplacesTheText() {
        String other = TSID.replace("node:10", "node:8");
        assertWritten(step(other, AgreementRule.fingerprint(TSID), TSID), other);
        assertAgreed(step(other, AgreementRule.fingerprint(TSID), other));
        assertThat(step(TSID, null, other).answer()).as("the earlier setting").isPresent();
    }

    @Test
    void stepWhenOneTextHasMoreSettingsKeepsThem() {
        assertAgreed(step("type=tsid", null, "type=tsid later=1"));
        assertWritten(step("type=tsid mask=off", null, "type=tsid later=1"), "type=tsid later=1 mask=off");
    }

    @Test
    void stepWhenTheStoredTextIsUnreadableKeepsIt() {
        assertThat(step(TSID, null, "no fields").answer())
                .get()
                .extracting(Difference::setting)
                .isEqualTo("text");
        assertWritten(step(TSID, AgreementRule.fingerprint("no fields"), "no fields"), TSID);
    }

    @ParameterizedTest
    @CsvSource({
        "one/32,         one/32+two/32,   written",
        "one/32+two/32,  one/32,          agreed",
        "one/32+two/32,  two/32,          refused",
        "one/32+two/32,  two/32+one/32,   refused",
        "one/32,         one/3,           refused",
        "one/3,          one/32,          refused",
        "one/32,         one/33+two/33,   refused",
        "off,            one/32,          refused",
        "one/32,         off,             refused"
    })
    void stepWhenAMaskHasNewerKeysExtendsIt(String stored, String own, String outcome) {
        Step<Optional<Difference>> step = step("mask=" + own, null, "mask=" + stored);
        String found = step.write() != null ? "written" : step.answer().isPresent() ? "refused" : "agreed";
        assertThat(found).isEqualTo(outcome);
    }
}
